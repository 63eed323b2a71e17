// Keeps objects that are created by one function in one hidden class. Used where millions of small objects are created.
//
// Hot: V8 tracks the representation of fields (small integer, double, pointer). The first object whose field holds another
// representation gets a new hidden class; code compiled for the old one is deoptimised, and call sites that have seen
// several classes become megamorphic. So each field holds one value of each representation before anything is compiled.

/** Creates a few objects with the function that creates all others. */
export function ofOneKind<T extends object>(make: (anything: never) => T): void {
  for (const anything of [0, 0.5, null, '', {}]) make(anything as never);
}

// Objects that are of one kind to the machine, whatever their fields hold. Used by whoever makes millions of small objects.
//
// Hot: V8 keeps fields that have held nothing but small integers apart from those that have held other things. An object whose
// field is the first to hold a fraction, or null, is of a new kind; code that was compiled for the old one is thrown away, and code
// that has seen a few kinds becomes slow for ever. So each field is made to hold one of each before anything is compiled.

/** Makes a few objects by the same function that makes all others. */
export function ofOneKind<T extends object>(make: (anything: never) => T): void {
  for (const anything of [0, 0.5, null, '', {}]) make(anything as never);
}

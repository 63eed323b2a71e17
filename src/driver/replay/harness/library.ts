// C for library functions that do in a run what depends on the world outside: results and effects as in the run, call by call.
// Also for allocations that fail. A part of world.c.

import type { Effect, LibraryCall } from '../../../interp/given/library-calls.js';
import { objectOf, offsetOf } from '../../../interp/pointer.js';
import { bytesText, groupByName } from './c-text.js';
import { isStream } from './input.js';
import type { Scene } from './scene.js';
import { type Signature, signatureOf, wrapper } from './signature.js';
import type { Defined } from './unknown-functions.js';

/** Functions whose result is an open stream. */
const OPENING = new Set(['fopen', 'fopen64', 'fdopen', 'freopen', 'freopen64', 'tmpfile', 'tmpfile64', 'popen']);

export function libraryFunctions(scene: Scene, failures: readonly number[]): Defined {
  const byName = groupByName(scene.recording.calls);
  const played = [...byName].filter(([, calls]) => calls.some((c) => isOpen(c) || fails(c, failures)));
  const defined = played.map(([name, calls]) => defineOne(scene, name, calls, failures));
  return { lines: defined.flat(), wrapped: played.map(([name]) => name) };
}

/** Does what it does depend on the world outside? */
const isOpen = ({ by, isOpen: open }: LibraryCall): boolean => by === 'model' && open;

/** Is a request for memory refused? */
const fails = ({ requests: [first, last], by, result }: LibraryCall, failures: readonly number[]): boolean =>
  failures.some((n) => n > first && n <= last) || (by === 'interpreter' && last > first && result === 0);

/** "the second call of malloc", for people. */
export function failingCalls(
  { recording: { calls } }: Scene,
  failures: readonly number[],
): { name: string; number: number }[] {
  return calls.flatMap((call, i) => {
    if (!fails(call, failures)) return [];
    return [{ name: call.name, number: calls.slice(0, i + 1).filter((c) => c.name === call.name).length }];
  });
}

function defineOne(scene: Scene, name: string, calls: readonly LibraryCall[], failures: readonly number[]): string[] {
  const type = calls.find((c) => c.type)?.type;
  if (!type) {
    scene.refuse(`the type of ${name} is not known where it is called`);
    return [];
  }
  const signature = signatureOf(scene, name, type);
  const cases = calls.flatMap((call, i) => {
    const plays = isOpen(call) || fails(call, failures);
    return plays ? [`  case ${i + 1}:`, ...play(scene, call, signature).map((l) => `    ${l}`)] : [];
  });
  if (type.variadic && calls.some((c) => !isOpen(c) && !fails(c, failures)))
    scene.refuse(`${name} takes any number of arguments, which cannot be handed on`);
  const real = `__real_${name}(${signature.names.join(', ')})`;
  const hand = `${signature.result === 'void' ? '' : 'return '}${real};`;
  const rest = type.variadic ? `caulk_stray(${JSON.stringify(name)});` : hand;
  return [
    `extern ${signature.result} __real_${name}(${signature.params});`,
    ...wrapper(name, signature, [
      'static int calls;',
      ...(type.variadic ? [] : [`if (!armed) ${hand}`]),
      'switch (++calls) {',
      ...cases,
      '}',
      rest,
    ]),
  ];
}

function play(scene: Scene, call: LibraryCall, signature: Signature): string[] {
  const effects = call.effects.flatMap((effect) => effectText(scene, call, effect, signature));
  const result = signature.result === 'void' ? '' : ` (${signature.result})(${resultText(scene, call, signature)})`;
  return [...effects, `errno = ${call.errno};`, `return${result};`];
}

function effectText(scene: Scene, call: LibraryCall, effect: Effect, { names }: Signature): string[] {
  const name = names[effect.argument];
  if (name === undefined) return [scene.refuse(`${call.name} changes what an unnamed argument points to`)];
  if (effect.kind === 'free')
    return [
      isRealStream(scene, objectOf(call.arguments[effect.argument] as number))
        ? `caulk_close(${name});`
        : `caulk_free(${name});`,
    ];
  if (effect.holdsPointer) scene.refuse(`${call.name} stores pointers`);
  return [`memcpy((char *)${name} + ${effect.offset}, ${bytesText(effect.bytes)}, ${effect.bytes.length});`];
}

function resultText(scene: Scene, call: LibraryCall, { names, result: type }: Signature): string {
  const { result, made, arguments: args, name } = call;
  if (result === null) return scene.refuse(`${name} did not return`);
  if (type !== 'void *' || result === 0) return scene.value(result, call.type!.result, `${name}()`);
  const id = objectOf(result as number);
  const i = args.findIndex((value) => typeof value === 'number' && objectOf(value) === id);
  if (i >= 0 && names[i]) return `(char *)${names[i]} + ${offsetOf(result as number) - offsetOf(args[i] as number)}`;
  if (!made) return scene.pointer(result, `${name}()`);
  if (isRealStream(scene, id)) return 'caulk_stream()';
  if (made.holdsPointer) scene.refuse(`${name} returns memory with pointers in it`);
  return `caulk_copy(${bytesText(made.bytes)}, ${made.bytes.length})`;
}

/** A stream must be one if the library itself uses it; LeakSanitizer does not see that it is lost. */
export function isRealStream({ recording: { calls, objects } }: Scene, id: number): boolean {
  if (isStream(objects.get(id)?.element ?? null)) return true;
  const isOpened = calls.some((c) => OPENING.has(c.name) && typeof c.result === 'number' && objectOf(c.result) === id);
  const uses = (c: LibraryCall) =>
    c.by === 'interpreter' && c.arguments.some((v) => typeof v === 'number' && objectOf(v) === id);
  return isOpened && calls.some(uses);
}

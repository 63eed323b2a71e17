// C for the functions that no unit defines: they answer as they did in the run, call by call, and keep their arguments.
// A part of world.c.

import type { Answer } from '../../../interp/given/recording.js';
import { objectOf, offsetOf } from '../../../interp/pointer.js';
import type { Value } from '../../../interp/rep.js';
import { groupByName } from './c-text.js';
import { putText } from './input.js';
import type { Scene } from './scene.js';
import { ENDING, type Signature, signatureOf, wrapper } from './signature.js';

export interface Defined {
  readonly lines: readonly string[];
  /** Symbols that the linker shall replace. */
  readonly wrapped: readonly string[];
}

export function unknownFunctions(scene: Scene): Defined {
  const byName = groupByName(scene.recording.answers);
  const { endedBy } = scene;
  const ends = endedBy === null || ENDING.includes(endedBy) || byName.has(endedBy) ? [] : [endingFunction(endedBy)];
  const defined = [...[...byName].map(([name, answers]) => defineOne(scene, name, answers)), ...ends];
  return { lines: defined.flatMap((d) => d.lines), wrapped: defined.flatMap((d) => d.wrapped) };
}

/** The unknown function that never returns. */
const endingFunction = (name: string): Defined => ({
  lines: [`void __wrap_${name}() { caulk_finish("${name} ends the program"); }`],
  wrapped: [name],
});

function defineOne(scene: Scene, name: string, answers: readonly Answer[]): Defined {
  const pointed = scene.pointers.get(name);
  const signature = signatureOf(scene, name, answers[0]!.type);
  const body = [
    'static int calls;',
    ...signature.pointers.map((i) => `caulk_keep(${signature.names[i]});`),
    'switch (++calls) {',
    ...answers.flatMap((answer, i) => [
      `  case ${i + 1}:`,
      ...answerText(scene, answer, signature).map((l) => `    ${l}`),
    ]),
    '}',
    `caulk_stray(${JSON.stringify(pointed ?? name)});`,
  ];
  if (!pointed) return { lines: wrapper(name, signature, body), wrapped: [name] };
  return {
    lines: wrapper(pointed, signature, body).map((l, i) => (i === 0 ? l.replace('__wrap_', '') : l)),
    wrapped: [],
  };
}

function answerText(
  scene: Scene,
  { name, type, writes, arguments: args, result }: Answer,
  signature: Signature,
): string[] {
  const stores = writes.flatMap((content) => {
    const i = args.findIndex((value) => isIn(value, content.object));
    if (i < 0 || !signature.names[i]) return [];
    const offset = content.offset - offsetOf(args[i] as number);
    return putText(scene, signature.names[i], { ...content, offset });
  });
  const answer =
    type.result.kind === 'void' ? '' : ` (${signature.result})(${scene.value(result, type.result, `${name}()`)})`;
  return [...stores, `return${answer};`];
}

const isIn = (value: Value, object: number): boolean => typeof value === 'number' && objectOf(value) === object;

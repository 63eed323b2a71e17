// How a C program starts and ends: constructors, main with its arguments, exit handlers. Or a single function, called from outside.
// Called by `runProgram` and by every repetition of a run.

import type { FunctionSymbol } from '../ir/program.js';
import { obstruct } from './incidents.js';
import { runExitHandlers } from './libc/callbacks.js';
import { encodeText } from './libc/encoding.js';
import { bytesOf, writePointer, writeText } from './libc/strings.js';
import type { Machine } from './machine.js';
import type { Value } from './rep.js';

/**
 * Runs the program; gives the status that main returned. Other endings are thrown as `Stop`. A function other than main returns to
 * a caller, which owns the result and goes on: exit handlers do not run.
 */
export function startProgram(m: Machine): number {
  const { from } = m.options;
  if (from) return startFunction(m, from.function);
  for (const early of m.program.constructors()) m.call(early, []);
  const name = m.options.entry ?? 'main';
  const { linkage } = m.program;
  const main = linkage.functionNamed(name) ?? linkage.internalNamed(name);
  if (!main) return obstruct('unknown-function', `the program has no function ${name}`);
  const result = m.call(main, makeArguments(m, main.body!.params.length));
  if (isPart(m)) {
    if (main.type.result.kind !== 'void') m.escaped.add(result);
    return 0;
  }
  runExitHandlers(m, null);
  return main.type.result.kind === 'void' ? 0 : Number(result) & 0xff;
}

/** The caller owns the result, and what the function stored where the caller can reach it. */
function startFunction(m: Machine, f: FunctionSymbol): number {
  const args = m.given!.argumentsOf(f);
  const result = m.call(f, args, (frame) => {
    frame.origins = new Map(f.body!.params.map(({ id, name }) => [id, [name]]));
  });
  if (f.type.result.kind !== 'void') m.escaped.add(result);
  return 0;
}

/** Is only a part of a program run, one that begins at a function other than main? */
export const isPart = ({ options: { entry, from } }: Machine): boolean =>
  from !== undefined || (entry !== undefined && entry !== 'main');

/** argc, argv and an empty environment, as many as main takes. */
function makeArguments(m: Machine, wanted: number): Value[] {
  if (wanted === 0 || isPart(m)) return [];
  const words = m.options.args ?? ['program'];
  const array = m.memory.allocateZeroed((words.length + 1) * m.pointerSize, 'library', null, null);
  words.forEach((word, i) => {
    const bytes = bytesOf(encodeText(word));
    const text = m.memory.allocateZeroed(bytes.length + 1, 'library', null, null);
    writeText(m, text, bytes);
    writePointer(m, array + i * m.pointerSize, text);
  });
  const environment = m.memory.allocateZeroed(m.pointerSize, 'library', null, null);
  return [words.length, array, environment].slice(0, wanted);
}

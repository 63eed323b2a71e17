// va_start and related macros: a va_list holds a word that names the frame's extra arguments and the next of them.
// Natives for the calls that lowering makes of the macros, and the reader that the v-functions of stdio use.

import { coerceTo } from '../compile/convert.js';
import { fail } from '../incidents.js';
import type { NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import { repOf, type Value } from '../rep.js';
import type { Int } from '../wide.js';
import type { Arguments } from './format.js';
import { ProcessState } from './process-state.js';
import { readInt32 } from './strings.js';

function wordAt(m: Machine, list: Int): number {
  return readInt32(m, list) >>> 0;
}

/** A list that is a pointer is written whole: it is passed on as a value. */
function setWord(m: Machine, list: Int, word: number): void {
  const isWide = m.pointerSize === 8 && m.target.vaList.kind === 'pointer';
  const a = m.memory.atWrite(list, isWide ? 8 : 4);
  m.memory.view.setUint32(a, word, true);
  if (isWide) m.memory.view.setUint32(a + 4, 0, true);
}

function take(m: Machine, list: Int): Value {
  const word = wordAt(m, list);
  const found = m.process.argumentsOf(word);
  if (!found) return fail('uninitialized-pointer', 'va_arg on a list that was not started');
  if (found.position >= found.values.length) {
    return fail('out-of-bounds', `va_arg beyond the ${found.values.length} variable arguments of the call`);
  }
  setWord(m, list, word + 1);
  return found.values[found.position]!;
}

/** The arguments of a va_list that was passed to a v-function: by its address if it is an array, else by its value. */
export function readArguments(m: Machine, list: Value): Arguments {
  if (m.target.vaList.kind === 'array') return () => take(m, list as Int);
  let word = wordIn(m, list);
  return () => {
    const found = m.process.argumentsOf(word++);
    return found?.values[found.position] ?? 0;
  };
}

function wordIn(m: Machine, list: Value): number {
  if (list instanceof Uint8Array) return new DataView(list.buffer, list.byteOffset).getUint32(0, true);
  return m.memory.addresses32 ? m.memory.addresses32.encode(list as Int) : Number(list as Int);
}

export const varargs: NativeTable = {
  va_start: (m, [list], _site, f) => {
    if (f.list === 0) f.list = m.process.rememberArguments(f.extra);
    setWord(m, list as Int, ProcessState.word(f.list, 0));
    return 0;
  },
  va_end: () => 0,
  va_copy: (m, [to, from]) => {
    setWord(m, to as Int, wordAt(m, from as Int));
    return 0;
  },
  va_arg: (m, [list], site) => {
    const value = take(m, list as Int);
    const { node } = site;
    const type = node.kind === 'call' ? node.result?.type : undefined;
    return type ? coerceTo(repOf(type))(value) : value;
  },
};

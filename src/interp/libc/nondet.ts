// Nondeterministic inputs: the functions of verification benchmarks; intrinsics.ts uses them for models.
// Natives; values come from the inputs of the run, converted to the type that the function's name says.

import { wrapInt } from '../compile/convert.js';
import { fail, obstruct } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { IntRep } from '../rep.js';
import { type Int, normalize } from '../wide.js';

const reps: Record<string, IntRep> = {
  int: 'i32',
  uint: 'u32',
  unsigned: 'u32',
  unsigned_int: 'u32',
  short: 'i16',
  ushort: 'u16',
  unsigned_short: 'u16',
  char: 'i8',
  uchar: 'u8',
  unsigned_char: 'u8',
  longlong: 'i64',
  ulonglong: 'u64',
  loff_t: 'i64',
  bool: 'bool',
  _Bool: 'bool',
  u8: 'u8',
  u16: 'u16',
  u32: 'u32',
  U32: 'u32',
  u64: 'u64',
  int8_t: 'i8',
  uint8_t: 'u8',
  int16_t: 'i16',
  uint16_t: 'u16',
  int32_t: 'i32',
  uint32_t: 'u32',
  int64_t: 'i64',
  uint64_t: 'u64',
  s8: 's8' as IntRep,
  sector_t: 'u64',
  int128: 'i128',
  uint128: 'u128',
  pchar: 'u64',
};

export const anyInteger =
  (rep: IntRep): NativeRun =>
  (m, _args, site) => {
    const value = m.given ? (m.given.answers.draw(site.node) as Int) : m.inputs.next();
    const whole = typeof value === 'number' && !Number.isInteger(value) ? Math.trunc(value) : value;
    const result = wrapInt(rep)(
      typeof whole === 'number' && !Number.isSafeInteger(whole) ? normalize(BigInt(whole)) : whole,
    );
    m.options.log?.inputs.push({ site, value: result });
    return result;
  };

const machineWord =
  (signed: boolean): NativeRun =>
  (m, args, site, f) =>
    anyInteger(m.pointerSize === 8 ? (signed ? 'i64' : 'u64') : signed ? 'i32' : 'u32')(m, args, site, f);

export const anyDouble: NativeRun = (m) => Number(m.inputs.next());

const assume: NativeRun = (_m, [condition]) => {
  if (condition === 0) obstruct('assume', 'an assumption of the program does not hold on this input');
  return 0;
};

/** A nondeterministic pointer could be null or garbage; null is the useful choice. */
export const anyPointer: NativeRun = (m, _args, site) => {
  if (m.given) return m.given.answers.drawPointer(site.node);
  m.inputs.next();
  return 0;
};

function makeTable(): NativeTable {
  const table: Record<string, NativeRun> = {};
  for (const [name, rep] of Object.entries(reps)) {
    table[`__VERIFIER_nondet_${name}`] = anyInteger(name === 's8' ? 'i8' : rep);
  }
  for (const name of ['long', 'ssize_t', 'ptrdiff_t']) table[`__VERIFIER_nondet_${name}`] = machineWord(true);
  for (const name of ['ulong', 'unsigned_long', 'size_t']) table[`__VERIFIER_nondet_${name}`] = machineWord(false);
  for (const name of ['float', 'double']) table[`__VERIFIER_nondet_${name}`] = anyDouble;
  table.__VERIFIER_nondet_pointer = anyPointer;
  table.__VERIFIER_assume = assume;
  table.__caulk_assume = assume;
  table.__VERIFIER_error = () => fail('error-reached', 'the program reached its error function');
  table.reach_error = table.__VERIFIER_error;
  table.__VERIFIER_assert = (_m, [condition]) => {
    if (condition === 0) fail('assertion', 'an assertion of the program does not hold');
    return 0;
  };
  table.__VERIFIER_atomic_begin = () => 0;
  table.__VERIFIER_atomic_end = () => 0;
  return table;
}

export const nondet: NativeTable = makeTable();

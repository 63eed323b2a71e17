// Compiler built-ins on integers: counting bits, swapping bytes, arithmetic with overflow checks, atomics.
// Natives, reached by their names without `__builtin_`.

import type { CType, PointerType } from '../../types/types.js';
import { readValue, writeValue } from '../cells.js';
import { wrapInt } from '../compile/convert.js';
import { obstruct } from '../incidents.js';
import type { NativeRun, NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Site } from '../memory.js';
import { type IntRep, isIntRep, repOf, type Value } from '../rep.js';
import { type Int, normalize } from '../wide.js';
import { moveBytes } from './string-h.js';
import { writeByte } from './strings.js';

const big = (v: Value | undefined): bigint => BigInt(v as Int);

function countLeading(v: bigint, bits: number): number {
  const u = BigInt.asUintN(bits, v);
  return u === 0n ? bits : bits - u.toString(2).length;
}

function countTrailing(v: bigint, bits: number): number {
  const u = BigInt.asUintN(bits, v);
  return u === 0n ? bits : u.toString(2).length - u.toString(2).lastIndexOf('1') - 1;
}

function countOnes(v: bigint, bits: number): number {
  return BigInt.asUintN(bits, v).toString(2).replaceAll('0', '').length;
}

function countRedundantSign(v: bigint, bits: number): number {
  const s = BigInt.asIntN(bits, v);
  return countLeading(s < 0n ? ~s : s, bits) - 1;
}

function swapBytes(v: bigint, bytes: number): Int {
  let out = 0n;
  for (let i = 0, rest = BigInt.asUintN(bytes * 8, v); i < bytes; i++, rest >>= 8n) out = (out << 8n) | (rest & 0xffn);
  return normalize(out);
}

const counters: Record<string, (v: bigint, bits: number) => number> = {
  clz: countLeading,
  ctz: countTrailing,
  popcount: countOnes,
  parity: (v, bits) => countOnes(v, bits) & 1,
  clrsb: countRedundantSign,
  ffs: (v, bits) => (BigInt.asUintN(bits, v) === 0n ? 0 : countTrailing(v, bits) + 1),
};

function makeCounters(): Record<string, NativeRun> {
  const table: Record<string, NativeRun> = {};
  for (const [name, count] of Object.entries(counters)) {
    table[name] = (_m, [v]) => count(big(v), 32);
    table[`${name}l`] = (m, [v]) => count(big(v), m.target.longSize * 8);
    table[`${name}ll`] = (_m, [v]) => count(big(v), 64);
    table[`${name}imax`] = table[`${name}ll`]!;
  }
  return table;
}

// ---- arithmetic with overflow checks
// ----------------------------------------------------------------------------------

const operators: Record<string, (a: bigint, b: bigint) => bigint> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
};

/** The type that the argument with this number points to. */
function pointedType(site: Site, index: number): CType {
  const { node } = site;
  let arg = node.kind === 'call' ? node.args[index] : undefined;
  while (arg?.kind === 'cast' && arg.type.kind === 'pointer' && arg.type.target.kind === 'void') arg = arg.operand;
  if (arg?.type.kind !== 'pointer') return obstruct('unsupported', 'a built-in whose operand type is unknown');
  return (arg.type as PointerType).target;
}

const checked =
  (apply: (a: bigint, b: bigint) => bigint): NativeRun =>
  (m, [a, b, where], site) => {
    const type = pointedType(site, 2);
    const exact = apply(big(a), big(b));
    const wrapped = wrapInt(intRep(type))(normalize(exact));
    writeValue(m.memory, m.memory.atWrite(where as Int, type.size), wrapped, type);
    return BigInt(wrapped) === exact ? 0 : 1;
  };

/** `__builtin_add_overflow_p`: only tests; the third argument gives the type. */
const asked =
  (apply: (a: bigint, b: bigint) => bigint): NativeRun =>
  (_m, [a, b], site) => {
    const { node } = site;
    const type = node.kind === 'call' ? node.args[2]!.type : null;
    const exact = apply(big(a), big(b));
    return type && BigInt(wrapInt(intRep(type))(normalize(exact))) === exact ? 0 : 1;
  };

function intRep(type: CType): IntRep {
  const rep = repOf(type);
  return isIntRep(rep) ? rep : 'u64';
}

function makeChecked(): Record<string, NativeRun> {
  const table: Record<string, NativeRun> = {};
  for (const [name, apply] of Object.entries(operators)) {
    table[`${name}_overflow_p`] = asked(apply);
    for (const sign of ['', 's', 'u']) {
      for (const length of sign === '' ? [''] : ['', 'l', 'll'])
        table[`${sign}${name}${length}_overflow`] = checked(apply);
    }
  }
  return table;
}

// ---- atomics: one thread, so plain operations ---------------------------------------------------------------------

function readAt(m: Machine, where: Value, type: CType): Value {
  return readValue(m.memory, m.memory.at(where as Int, type.size), type);
}

function writeAt(m: Machine, where: Value, type: CType, value: Value): void {
  const rep = repOf(type);
  const fitted = isIntRep(rep) ? wrapInt(rep)(value as Int) : value;
  writeValue(m.memory, m.memory.atWrite(where as Int, type.size), fitted, type);
}

const updates: Record<string, (a: bigint, b: bigint) => bigint> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  nand: (a, b) => ~(a & b),
};

const update =
  (apply: (a: bigint, b: bigint) => bigint, result: 'old' | 'new'): NativeRun =>
  (m, [where, value], site) => {
    const type = pointedType(site, 0);
    const old = readAt(m, where!, type);
    writeAt(m, where!, type, normalize(apply(big(old), big(value))));
    return result === 'old' ? old : readAt(m, where!, type);
  };

const exchange: NativeRun = (m, [where, value], site) => {
  const type = pointedType(site, 0);
  const old = readAt(m, where!, type);
  writeAt(m, where!, type, value!);
  return old;
};

function swapIfEqual(
  m: Machine,
  site: Site,
  where: Value,
  expected: Value,
  desired: Value,
): { old: Value; hit: number } {
  const type = pointedType(site, 0);
  const old = readAt(m, where, type);
  const rep = repOf(type);
  const wanted = isIntRep(rep) ? wrapInt(rep)(expected as Int) : expected;
  const hit = old === wanted ? 1 : 0;
  if (hit) writeAt(m, where, type, desired);
  return { old, hit };
}

/** `expected` is a pointer here; the old value is stored through it. */
const compareExchange: NativeRun = (m, [where, expected, desired], site) => {
  const type = pointedType(site, 0);
  const { old, hit } = swapIfEqual(m, site, where!, readAt(m, expected!, type), desired!);
  if (!hit) writeAt(m, expected!, type, old);
  return hit;
};

function makeAtomics(): Record<string, NativeRun> {
  const table: Record<string, NativeRun> = {};
  for (const [name, apply] of Object.entries(updates)) {
    table[`__sync_fetch_and_${name}`] = update(apply, 'old');
    table[`__sync_${name}_and_fetch`] = update(apply, 'new');
    table[`__atomic_fetch_${name}`] = update(apply, 'old');
    table[`__atomic_${name}_fetch`] = update(apply, 'new');
  }
  return table;
}

const nothing: NativeRun = () => 0;

export const bits: NativeTable = {
  ...makeCounters(),
  ...makeChecked(),
  ...makeAtomics(),
  bswap16: (_m, [v]) => swapBytes(big(v), 2),
  bswap32: (_m, [v]) => swapBytes(big(v), 4),
  bswap64: (_m, [v]) => swapBytes(big(v), 8),
  bswap128: (_m, [v]) => swapBytes(big(v), 16),
  __bswap_16: (_m, [v]) => swapBytes(big(v), 2),
  __bswap_32: (_m, [v]) => swapBytes(big(v), 4),
  __bswap_64: (_m, [v]) => swapBytes(big(v), 8),
  htons: (_m, [v]) => swapBytes(big(v), 2),
  ntohs: (_m, [v]) => swapBytes(big(v), 2),
  htonl: (_m, [v]) => swapBytes(big(v), 4),
  ntohl: (_m, [v]) => swapBytes(big(v), 4),
  __sync_lock_test_and_set: exchange,
  __sync_val_compare_and_swap: (m, [p, a, b], site) => swapIfEqual(m, site, p!, a!, b!).old,
  __sync_bool_compare_and_swap: (m, [p, a, b], site) => swapIfEqual(m, site, p!, a!, b!).hit,
  __sync_lock_release: (m, [p], site) => {
    writeAt(m, p!, pointedType(site, 0), 0);
    return 0;
  },
  __sync_synchronize: nothing,
  __atomic_thread_fence: nothing,
  __atomic_signal_fence: nothing,
  __atomic_load_n: (m, [p], site) => readAt(m, p!, pointedType(site, 0)),
  __atomic_store_n: (m, [p, v], site) => {
    writeAt(m, p!, pointedType(site, 0), v!);
    return 0;
  },
  __atomic_exchange_n: exchange,
  __atomic_compare_exchange_n: compareExchange,
  __atomic_load: (m, [p, into], site) => moveBytes(m, into!, p!, pointedType(site, 0).size),
  __atomic_store: (m, [p, from], site) => moveBytes(m, p!, from!, pointedType(site, 0).size),
  __atomic_exchange: (m, [p, from, into], site) => {
    const type = pointedType(site, 0);
    const old = readAt(m, p!, type);
    const fresh = readAt(m, from!, type);
    writeAt(m, p!, type, fresh);
    writeAt(m, into!, type, old);
    return 0;
  },
  __atomic_compare_exchange: (m, [p, expected, desired], site) => {
    const type = pointedType(site, 0);
    const { old, hit } = swapIfEqual(m, site, p!, readAt(m, expected!, type), readAt(m, desired!, type));
    if (!hit) writeAt(m, expected!, type, old);
    return hit;
  },
  __atomic_test_and_set: (m, [p]) => {
    const a = m.memory.atWrite(p as Int, 1);
    const old = m.memory.u8[a]!;
    m.memory.u8[a] = 1;
    return old === 0 ? 0 : 1;
  },
  __atomic_clear: (m, [p]) => {
    writeByte(m, p as Int, 0);
    return 0;
  },
  __atomic_always_lock_free: () => 1,
  __atomic_is_lock_free: () => 1,
};

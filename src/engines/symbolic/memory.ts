// Reads and writes of cells: `get` and `put` with C's sizes and types, and the checks before them.
// Between the expressions of C and the chain of the heap.

import { isReadOnly, READ_ONLY } from '../../ir/read-only.js';
import { and, atMost, below, type Condition, equal, FALSE, just, negate } from '../../logic/linear/constraint.js';
import {
  add,
  constant,
  dividesAll,
  numberIn,
  plus,
  subtract,
  symbol,
  type Term,
  ZERO,
} from '../../logic/linear/term.js';
import { isInteger } from '../../types/questions.js';
import type { CType } from '../../types/types.js';
import type { Rule, Site } from '../engine.js';
import { traceOf, visibleFunction } from '../shared/frames.js';
import { checked, doubt, type Here, rangeOf, siteOf, unknownOf } from './analysis.js';
import { initialValue } from './globals.js';
import { assume, type Context, fork, implies } from './paper/context.js';
import { findLast, sameBase } from './paper/get.js';
import { type Entry, extend } from './paper/heap.js';
import {
  type Base,
  NULL,
  number,
  pointer,
  TEXT,
  UNINITIALIZED,
  UNKNOWN,
  type Value,
  WILD,
  zeroOf,
} from './paper/value.js';

export interface Address {
  readonly base: Base;
  readonly offset: Term;
}

export interface Outcome {
  readonly context: Context;
  readonly value: Value;
}

// ---- findings --------------------------------------------------------------------------------------------------

export interface Trouble {
  readonly rule: Rule;
  readonly message: string;
  readonly allocation?: Site | null;
  readonly atExit?: true;
}

/** Reports an error in this context; the context ends here. */
export function report(here: Here, context: Context, trouble: Trouble): void {
  const place = { site: siteOf(here), function: visibleFunction(here.frame).name, trace: traceOf(here.frame, null) };
  const incident = { allocation: null, ...trouble, ...place };
  const { known, path, guessed } = context;
  here.run.ledger.report(incident, { known, path, exact: !guessed });
}

// ---- checks ----------------------------------------------------------------------------------------------------

/** The contexts in which `size` bytes at the address are valid; the others are reported. */
export function access(here: Here, context: Context, { base, offset }: Address, size: Term): Context[] {
  checked(here, 'valid-deref');
  switch (base.kind) {
    case 'null':
      reportNull(here, context, base.failed);
      return [];
    case 'text': // the end exists but is unknown
      if (offset.key !== '0' || size.key !== '1') doubt(here, 'valid-deref', 'the end of the string is unknown');
      return [context];
    case 'function':
    case 'wild':
      doubt(here, 'valid-deref', 'the target of the pointer is unknown');
      return [context];
    default:
      return alive(here, context, base).flatMap(({ context: c, size: limit, living }) => {
        if (!living) {
          report(here, c, {
            rule: 'use-after-free',
            message: 'the memory has been freed, or the scope of its variable has ended',
          });
          return [];
        }
        return inside(here, c, offset, size, limit);
      });
  }
}

/** Called before a write to valid memory. */
export function checkWritable(here: Here, base: Base): void {
  const constant =
    base.kind === 'text' || (base.kind === 'object' && base.id < 0 && isReadOnly(here.run.globals.variable(base.id)));
  if (constant) doubt(here, 'valid-deref', READ_ONLY);
}

/** `check` reports untested allocations only on request. */
function reportNull(here: Here, context: Context, failed: boolean): void {
  if (!failed) report(here, context, { rule: 'null-dereference', message: 'the pointer is null' });
  else if (here.run.failures === 'reported')
    report(here, context, {
      rule: 'unchecked-allocation',
      message: 'the allocation may have failed, and its result was not tested',
    });
}

export interface Life {
  readonly context: Context;
  /** null: unknown. */
  readonly living: boolean | null;
  /** null: any, or unknown. */
  readonly size: Term | null;
  readonly born: Extract<Entry, { kind: 'new' }> | null;
}

/** Is the memory live? If unknown, it is assumed to be, with a doubt. */
export function alive(here: Here, context: Context, base: Base): (Life & { readonly living: boolean })[] {
  return lifeOf(here, context, base).map((life) => {
    if (life.living !== null) return { ...life, living: life.living };
    doubt(here, 'valid-deref', 'the memory is not known to be live');
    doubt(here, 'valid-free', 'the memory is not known to be live');
    return { ...life, living: true };
  });
}

/** Determined by the last `new` or `free` of the base. */
export function lifeOf(here: Here, context: Context, base: Base): Life[] {
  if (base.kind === 'object' && base.id < 0) return [globalLife(here, context, base.id)];
  const match = (e: Entry): Condition => (e.kind === 'new' || e.kind === 'free' ? sameBase(e.base, base) : FALSE);
  return findLast(here.run, context, match).map(({ context: c, entry }): Life => {
    if (entry === null || entry === 'open' || entry.kind === 'havoc')
      return { context: c, living: null, size: null, born: null };
    if (entry.kind === 'new') return { context: c, living: true, size: entry.size, born: entry };
    return { context: c, living: false, size: null, born: null };
  });
}

function globalLife(here: Here, context: Context, id: number): Life {
  const { size } = here.run.globals.variable(id).type;
  return { context, living: true, size: size > 0 ? constant(size) : null, born: null };
}

/** 0 <= offset ∧ offset + size <= limit */
function inside(here: Here, context: Context, offset: Term, size: Term, limit: Term | null): Context[] {
  if (!limit) {
    if (offset.key !== '0') doubt(here, 'valid-deref', 'the size of the memory is unknown');
    return [context];
  }
  const low = atMost(ZERO, offset);
  const high = atMost(add(offset, size), limit);
  let rest: Context | null = context;
  for (const c of [low, high]) {
    if (!rest || implies(here.run.decider, rest, c)) continue;
    const outside = assume(here.run.decider, rest, just(negate(c)));
    if (outside) report(here, outside, { rule: 'out-of-bounds', message: 'the access is out of bounds' });
    rest = assume(here.run.decider, rest, just(c));
  }
  return rest ? [rest] : [];
}

// ---- reading ---------------------------------------------------------------------------------------------------

/** The value of this type at a valid address. */
export function load(here: Here, context: Context, { base, offset }: Address, type: CType, name: string): Outcome[] {
  if (base.kind === 'wild' || base.kind === 'function' || base.kind === 'text')
    return [{ context, value: unknownValue(here, type) }];
  const size = type.size;
  const match = (e: Entry): Condition => touches(e, base, offset, size);
  return findLast(here.run, context, match).flatMap(({ context: c, entry }): Outcome[] => {
    if (entry === 'open' || (entry && entry.kind === 'havoc')) return [{ context: c, value: unknownValue(here, type) }];
    if (entry === null) return readStart(here, c, { base, offset }, type, name);
    if (entry.kind === 'put') return readPut(here, c, entry, offset, type);
    if (entry.kind === 'fill') return readFill(here, c, entry, offset, type);
    if (entry.kind === 'new') return readNew(here, c, entry, { base, offset }, type, name);
    return [{ context: c, value: UNINITIALIZED }];
  });
}

/** The condition under which an entry writes to one of `size` bytes at the offset. */
export function touches(e: Entry, base: Base, offset: Term, size: number): Condition {
  switch (e.kind) {
    case 'new':
      return sameBase(e.base, base);
    case 'put':
      return and(sameBase(e.base, base), overlap(e.offset, constant(e.size), offset, size));
    case 'fill':
      return and(sameBase(e.base, base), overlap(e.offset, e.length, offset, size));
    default:
      return FALSE;
  }
}

function overlap(at: Term, length: Term, offset: Term, size: number): Condition {
  const distance = subtract(at, offset);
  const aligned = numberIn(length) === BigInt(size) && size > 0 && dividesAll(distance, BigInt(size));
  if (aligned) return just(equal(distance, ZERO));
  return just(below(at, plus(offset, size)), below(offset, add(at, length)));
}

function readPut(
  here: Here,
  context: Context,
  e: Extract<Entry, { kind: 'put' }>,
  offset: Term,
  type: CType,
): Outcome[] {
  const { yes, no } = fork(here.run.decider, context, equal(e.offset, offset));
  const whole = e.size === type.size;
  return [
    ...(yes ? [{ context: yes, value: whole ? as(here, e.value, type) : unknownValue(here, type) }] : []),
    ...(no ? [{ context: no, value: unknownValue(here, type) }] : []),
  ];
}

function readFill(
  here: Here,
  context: Context,
  e: Extract<Entry, { kind: 'fill' }>,
  offset: Term,
  type: CType,
): Outcome[] {
  if (e.value === 'unknown') return [{ context, value: unknownValue(here, type) }];
  const covered = and(just(atMost(e.offset, offset)), just(atMost(plus(offset, type.size), add(e.offset, e.length))));
  if (covered.length === 0) return [{ context, value: unknownValue(here, type) }]; // at most a part is covered
  const inner = assume(here.run.decider, context, covered);
  const outer = covered[0]?.flatMap((c) => assume(here.run.decider, context, just(negate(c))) ?? []) ?? [];
  return [
    ...(inner ? [{ context: inner, value: zeroOf(type) }] : []),
    ...outer.map((c) => ({ context: c, value: unknownValue(here, type) })),
  ];
}

function readNew(
  here: Here,
  context: Context,
  e: Extract<Entry, { kind: 'new' }>,
  at: Address,
  type: CType,
  name: string,
): Outcome[] {
  if (e.contents === 'zero') return [{ context, value: zeroOf(type) }];
  if (e.contents === 'uninitialized') return [{ context, value: UNINITIALIZED }];
  if (e.contents === 'texts') return [{ context, value: type.kind === 'pointer' ? TEXT : unknownValue(here, type) }];
  return inventAt(here, context, at, type, name, (e.depth ?? 0) + 1);
}

/** The first read chooses a value, which is then fixed. */
function inventAt(here: Here, context: Context, at: Address, type: CType, name: string, depth: number): Outcome[] {
  return invent(here, context, type, name, depth).map((o) => ({
    ...o,
    context: put(o.context, at, type.size, o.value),
  }));
}

/** Maximal depth of structures of the caller. */
const MOST_INVENTED = 4;

/** Any value from a caller: any number, null, or memory of the target type without aliases. */
export function invent(here: Here, context: Context, type: CType, name: string, depth = 1): Outcome[] {
  if (type.kind !== 'pointer') {
    const term = unknownOf(here.run, type, name, 'input');
    return [{ context, value: rangeOf(type) ? number(term) : UNKNOWN }];
  }
  const goal = type.target.unqualified;
  if (goal.kind === 'function' || goal.kind === 'void' || goal.size <= 0 || depth > MOST_INVENTED)
    return [{ context, value: WILD }];
  const says = [`${name} != NULL`, `${name} == NULL`] as const;
  const flag = symbol({ ...here.run.fresh.next(name, 'input', 0n, 1n), says });
  const { yes, no } = fork(here.run.decider, context, equal(flag, constant(1)));
  return [...(yes ? [{ context: yes, value: NULL }] : []), ...(no ? [inventTarget(here, no, goal, depth)] : [])];
}

/** A pointer to a scalar may point to an array of any length. */
function inventTarget(here: Here, context: Context, goal: CType, depth: number): Outcome {
  const id = context.objects + 1;
  const base: Base = { kind: 'object', id };
  const size = goal.kind === 'record' ? constant(goal.size) : null;
  const entry: Entry = { kind: 'new', base, size, contents: 'external', site: siteOf(here), depth };
  return { context: { ...context, objects: id, heap: extend(context.heap, entry) }, value: pointer(base) };
}

/** A global without a `put`: its initialiser, or any number that it has when the entry is called. */
function readStart(here: Here, context: Context, at: Address, type: CType, name: string): Outcome[] {
  const { run } = here;
  if (at.base.kind !== 'object' || at.base.id >= 0) return [{ context, value: unknownValue(here, type) }];
  const known = initialValue(run, run.globals.variable(at.base.id), at.offset, type);
  if (known) return [{ context, value: as(here, known, type) }];
  if (run.startsProgram || !isInteger(type) || numberIn(at.offset) === null)
    return [{ context, value: unknownValue(here, type) }];
  return inventAt(here, context, at, type, name, 1);
}

export const unknownValue = (here: Here, type: CType): Value =>
  type.kind === 'pointer' ? WILD : rangeOf(type) ? number(unknownOf(here.run, type)) : UNKNOWN;

/** A value reinterpreted as a type of the same size. */
export function as(here: Here, value: Value, type: CType): Value {
  if (type.kind === 'pointer' && value.kind === 'number') return numberIn(value.term) === 0n ? NULL : WILD;
  if (type.kind === 'pointer' && value.kind === 'unknown') return WILD;
  if (value.kind === 'unknown' && rangeOf(type)) return unknownValue(here, type);
  return value;
}

// ---- writing ---------------------------------------------------------------------------------------------------

/** h ⊕ put(base, offset, value) */
export function put(context: Context, { base, offset }: Address, size: number, value: Value): Context {
  if (base.kind !== 'record' && base.kind !== 'object') return context;
  return { ...context, heap: extend(context.heap, { kind: 'put', base, offset, size, value }) };
}

export function fill(context: Context, { base, offset }: Address, length: Term, value: 'zero' | 'unknown'): Context {
  if (base.kind !== 'record' && base.kind !== 'object') return context;
  return { ...context, heap: extend(context.heap, { kind: 'fill', base, offset, length, value }) };
}

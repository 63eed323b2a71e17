// Dereferences of pointers that are tested for null afterwards: on every path to the test, with no assignment between.
// Used by group.ts once a procedure has been analysed. beliefs/tested-after-use.ts says which tests count.

import { predecessorsOf } from '../../../ir/cfg.js';
import type { Block, BranchTerminator, Expr, Instr, Place, Terminator } from '../../../ir/instr.js';
import type { LocalVariable } from '../../../ir/program.js';
import { ZERO } from '../../../numeric/range.js';
import { siteIn } from '../../shared/frames.js';
import { isGenerated } from '../beliefs/generated-function.js';
import { saysNull } from '../beliefs/tested-after-use.js';
import { NO_FACTS, NO_PRECONDITION, type Precondition } from '../domain/preconditions.js';
import { isRegister, makeFact } from '../domain/state.js';
import type { Symbols } from '../domain/symbols.js';
import { dereferencedBy, dereferencedIn, withoutCasts } from './dereferences.js';
import { type Here, nameOf } from './report.js';

/** A pointer: a variable, or a member of the record that it points to. */
interface Pointer {
  readonly variable: LocalVariable;
  /** The offset of the member; null for the variable itself. */
  readonly member: number | null;
}

interface Test {
  readonly block: Block;
  readonly at: BranchTerminator;
  readonly pointer: Pointer;
  /** Where a null goes. */
  readonly none: Block;
}

export function reportTestedLater(here: Here, symbols: Symbols): void {
  const { body } = here;
  const tests = body.blocks.flatMap(testIn);
  if (tests.length === 0 || isGenerated(body) || /\.h$/.test(body.source.locate(body.at).file)) return;
  const before = predecessorsOf(body.blocks);
  for (const test of tests) {
    const { at, pointer, none } = test;
    if (!saysNull(body, at, none, before[none.id]!)) continue;
    const use = useBefore(body.entry, test, before);
    if (!use || tests.some((t) => t !== test && isSame(t.pointer, pointer) && t.at.at < use.at)) continue;
    report(here, symbols, test, use);
  }
}

function report(here: Here, symbols: Symbols, { at, pointer }: Test, use: Expr): void {
  const { body, symbol } = here;
  const name = nameOf(here, use);
  here.report(
    {
      rule: 'null-dereference',
      certainty: 'possible',
      engine: 'modular',
      function: symbol.name,
      site: siteIn(body, use),
      message: `\`${name}\` is dereferenced here, and tested for null afterwards`,
      condition: null,
      trace: [
        { site: siteIn(body, use), message: `\`${name}\` is dereferenced here` },
        { site: siteIn(body, at.condition), message: 'tested for null here, with no assignment in between' },
      ],
      allocation: null,
    },
    {
      precondition: pointer.member === null ? nullArgument(here, symbols, pointer.variable) : NO_PRECONDITION,
      certain: NO_FACTS,
      learned: new Set(),
      at: use.at,
      allocation: null,
    },
  );
}

/** It depends on callers, if the pointer is a parameter. */
function nullArgument({ body }: Here, symbols: Symbols, variable: LocalVariable): Precondition {
  const index = body.params.indexOf(variable);
  if (index < 0) return NO_PRECONDITION;
  return { ...NO_PRECONDITION, facts: [[symbols.parameter(index, variable.type).symbol, makeFact(ZERO, false)]] };
}

/** if (p), if (p == NULL), if (r->p) */
function testIn(block: Block): Test[] {
  const t = block.terminator;
  if (t.kind !== 'branch') return [];
  let e = t.condition;
  let isNullElse = true;
  while (e.kind === 'unary' && e.op === 'not') [e, isNullElse] = [e.operand, !isNullElse];
  if (e.kind === 'binary' && (e.op === 'eq' || e.op === 'ne') && isNull(e.right)) {
    if (e.op === 'eq') isNullElse = !isNullElse;
    e = e.left;
  }
  const pointer = pointerIn(e);
  return pointer ? [{ block, at: t, pointer, none: isNullElse ? t.else : t.then }] : [];
}

const isNull = (e: Expr): boolean => (e.kind === 'cast' ? isNull(e.operand) : e.kind === 'int' && e.value === 0n);

function pointerIn(value: Expr): Pointer | null {
  const e = withoutCasts(value);
  if (e.kind !== 'load' || e.type.kind !== 'pointer') return null;
  const variable = localAt(e.place);
  if (variable) return { variable, member: null };
  let place = e.place;
  let member = 0;
  for (; place.kind === 'field'; place = place.base) member += place.field.offset;
  const base = place.kind === 'deref' ? pointerIn(place.pointer) : null;
  return base && base.member === null ? { variable: base.variable, member } : null;
}

function localAt(place: Place): LocalVariable | null {
  const variable = place.kind === 'var' && place.variable.kind !== 'global' ? place.variable : null;
  return variable && variable.kind !== 'temporary' && isRegister(variable) ? variable : null;
}

const isSame = (a: Pointer, b: Pointer): boolean => a.variable === b.variable && a.member === b.member;

const MOST_BLOCKS = 60;

/**
 * The first of the dereferences by which every path comes to the test; null if a path comes without one, or past an
 * assignment or another test after it.
 */
function useBefore(entry: Block, { block, pointer }: Test, before: readonly Block[][]): Expr | null {
  const uses: Expr[] = [];
  const seen = new Set<Block>();
  const work: [Block, Terminator | null][] = [[block, null]];
  for (let next = work.pop(); next; next = work.pop()) {
    const [one, end] = next;
    const use = lastIn(one, end, pointer);
    if (use === 'changed') return null;
    if (use) uses.push(use);
    if (use) continue;
    if (one === entry || seen.size > MOST_BLOCKS) return null;
    for (const previous of before[one.id]!) {
      if (seen.has(previous)) continue;
      seen.add(previous);
      work.push([previous, previous.terminator]);
    }
  }
  return uses.sort((a, b) => a.at - b.at)[0] ?? null;
}

/** The last dereference in the block, if nothing behind it changes or tests the pointer. */
function lastIn(block: Block, end: Terminator | null, pointer: Pointer): Expr | 'changed' | null {
  const condition = end?.kind === 'branch' ? end.condition : end?.kind === 'switch' ? end.value : null;
  const use = condition && among(dereferencedIn(condition), pointer);
  if (use) return use;
  if (condition && mentions(condition, pointer)) return 'changed';
  for (const instr of [...block.instrs].reverse()) {
    if (changes(instr, pointer)) return 'changed';
    const found = among(dereferencedBy(instr), pointer);
    if (found) return found;
  }
  return null;
}

/** A member may be changed by any store of a pointer and by any call. */
function changes(i: Instr, { variable, member }: Pointer): boolean {
  if (i.kind === 'asm') return true;
  const place = i.kind === 'assign' || i.kind === 'clear' ? i.place : i.kind === 'call' ? i.result : null;
  if (place?.kind === 'var' && place.variable === variable) return true;
  if (i.kind === 'scope-end') return i.variables.includes(variable);
  if (member === null) return false;
  return i.kind === 'call' || i.kind === 'clear' || (place !== null && localOrNumber(place) === null);
}

const localOrNumber = (place: Place): Place | null =>
  localAt(place) || (place.type.kind !== 'pointer' && place.type.kind !== 'record') ? place : null;

/** The first of the dereferenced pointers that is this one. */
function among(dereferenced: Iterable<Expr>, pointer: Pointer): Expr | null {
  for (const e of dereferenced) {
    const own = pointerIn(e);
    if (own && isSame(own, pointer)) return e;
  }
  return null;
}

/** Does the value of the expression depend on the pointer itself? */
function mentions(e: Expr, pointer: Pointer): boolean {
  const own = pointerIn(e);
  if (own && isSame(own, pointer)) return true;
  if (e.kind === 'unary' || e.kind === 'cast') return mentions(e.operand, pointer);
  return e.kind === 'binary' && (mentions(e.left, pointer) || mentions(e.right, pointer));
}

// Belief: a null that one decision makes and another one leads to is no error, unless the second has no choice.
// Asked by exec/report.ts at a dereference, about the decisions of its path.
//
//   if (n > 0) p = first(n);        p is null if this is false …
//   …
//   if (wanted) use(*p);            … and dereferenced if this is true: wanted may imply n > 0
//
// The path is walked back from the dereference. If it comes to where the pointer became null first, nothing was decided in
// between; if it comes to a branch first that could have led past the dereference, something was.

import { predecessorsOf, successorsOf } from '../../../ir/cfg.js';
import type { Block, Expr, Instr, Place, Terminator } from '../../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../../ir/program.js';
import { sameExpr, samePlace } from '../../../ir/same.js';
import { walkExpr, walkNode } from '../../../ir/walk.js';
import { backwards, type Path, type Position } from '../domain/path.js';
import type { Step } from '../domain/state.js';
import type { Belief } from './belief.js';

export const decidedInBetween: Belief = {
  name: 'decided-in-between',
  why: 'The condition under which the pointer is null and the one under which it is dereferenced often exclude each other.',
  stage: 'report',
  effect: 'silences',
  kept: { real: 3, false: 69 },
};

/** Is something decided on the path between the place where the pointer became null and its dereference? */
export function isDecidedInBetween(path: Path, pointer: Expr | null): boolean {
  let place = placeIn(pointer);
  let chosen: Block | null = null;
  /** if (p == NULL && n == 0) p = first(); *p: what is set for this very null was passed by. */
  let isPassedBy = false;
  for (const { instrs, step } of backwards(path)) {
    for (const [block, index] of place ? instrs : []) {
      const birth: 'unknown' | Expr | null = birthBy(block.instrs[index]!, place!);
      if (!birth) continue;
      const source: Place | null = birth === 'unknown' ? null : placeIn(birth);
      if (!source)
        return chosen !== null && (birth === 'unknown' || isSometimesSet(path.body, place!, [block, index], chosen));
      place = source;
    }
    if (!step) continue;
    if (place && isTest(step, place)) return chosen !== null || isPassedBy;
    if (chosen || step.forced || isOperand(path.body, step)) continue;
    if (place && isEnd(path.body, step, place)) return true;
    isPassedBy ||= place !== null && othersSet(step, place);
    if (!isDereferenced(step.from, path.block, place)) chosen = step.from;
  }
  return chosen !== null;
}

/** p, r->p, (T *)p, p + n */
export function placeIn(pointer: Expr | null): Place | null {
  if (pointer?.kind === 'cast') return placeIn(pointer.operand);
  if (pointer?.kind === 'binary' && pointer.op === 'ptr-add') return placeIn(pointer.left);
  return pointer?.kind === 'load' ? pointer.place : null;
}

/** What the instruction stores in the place; null if it does not change it. */
export function birthBy(instr: Instr, place: Place): Expr | 'unknown' | null {
  if (instr.kind === 'assign') return samePlace(instr.place, place) ? instr.value : null;
  if (instr.kind === 'clear') return rootOf(instr.place) === rootOf(place) ? 'unknown' : null;
  if (instr.kind !== 'call') return null;
  if (instr.result && samePlace(instr.result, place)) return 'unknown';
  return instr.args.some((arg) => leadsInto(arg, place)) ? 'unknown' : null;
}

/** May a function that gets the argument change the place? &place, &r or r for r->p */
function leadsInto(arg: Expr, place: Place): boolean {
  if (arg.kind === 'cast') return leadsInto(arg.operand, place);
  if (arg.kind === 'address') return rootOf(arg.place) === rootOf(place);
  const given = placeIn(arg);
  return given !== null && pointersTo(place).some((pointer) => samePlace(pointer, given));
}

/** Where the pointers are that lead to the place: r for r->p. */
function pointersTo(place: Place): Place[] {
  if (place.kind === 'var') return [];
  if (place.kind !== 'deref') return pointersTo(place.base);
  const pointer = placeIn(place.pointer);
  return pointer ? [pointer, ...pointersTo(pointer)] : [];
}

/** The local variable from which the place is reached; null: a global one, or none. */
function rootOf(place: Place): LocalVariable | null {
  if (place.kind === 'var') return place.variable.kind === 'global' ? null : place.variable;
  if (place.kind !== 'deref') return rootOf(place.base);
  const inner = placeIn(place.pointer);
  return inner && rootOf(inner);
}

/**
 * Is it the second operand of a condition, as of if (p || q) *p, which is one decision with the first? Not if others come
 * to the same place, too.
 */
function isOperand({ blocks }: FunctionBody, { from, to, before }: Step): boolean {
  if (before?.to !== from || !successorsOf(before.from.terminator).includes(to)) return false;
  return predecessorsOf(blocks)[to.id]!.every((block) => block === from || block === before.from);
}

/** Does the decision look at the pointer? */
export function isTest({ from: { terminator: t } }: Step, place: Place): boolean {
  let found = false;
  if (t.kind === 'branch')
    walkExpr(t.condition, { expr: (e) => (found ||= e.kind === 'load' && samePlace(e.place, place)) });
  return found;
}

/**
 * The end of a loop, or a value that no case of a switch has, where the loop or the cases set the pointer: that they do
 * is not in question, as it is at an `if`.
 */
function isEnd({ blocks }: FunctionBody, step: Step, place: Place): boolean {
  const { from, to } = step;
  if (isNoCase(step)) return othersSet(step, place);
  if (reaches(to, from)) return false;
  const before = predecessorsOf(blocks);
  const round = closure(from, (block) => before[block.id]!);
  const others = successorsOf(from.terminator).filter((block) => block !== to);
  return others.some((start) => [...reachableFrom(start)].some((block) => round.has(block) && sets(block, place)));
}

/** Is the pointer set on another way, before it comes to the one that was taken? */
function othersSet({ from, to }: Step, place: Place): boolean {
  const others = successorsOf(from.terminator).filter((block) => block !== to);
  return others.some((start) => {
    const way = reachableFrom(start, to);
    return way.size <= SHORT && [...way].some((block) => sets(block, place));
  });
}

/** Blocks of a way that soon comes back. */
const SHORT = 12;

/** Behind the last case of a switch, or of tests for one value after the other: if (x == 1) … else if (x == 2) … */
function isNoCase({ from: { terminator: t }, to, test, before }: Step): boolean {
  if (t.kind === 'switch') return to === t.default;
  const value = test && !test.holds ? comparedIn(t) : null;
  const other = value && before?.test && !before.test.holds ? comparedIn(before.from.terminator) : null;
  return value !== null && other !== null && sameExpr(value, other);
}

/** e, of e == constant */
function comparedIn(t: Terminator): Expr | null {
  const e = t.kind === 'branch' && t.condition.kind === 'binary' && t.condition.op === 'eq' ? t.condition : null;
  return e?.right.kind === 'int' ? e.left : null;
}

const sets = ({ instrs }: Block, place: Place): boolean => instrs.some((instr) => isSet(instr, place));

function isSet(instr: Instr, place: Place): boolean {
  const birth = birthBy(instr, place);
  return birth !== null && (birth === 'unknown' || !isNull(birth));
}

/** Is the pointer dereferenced whatever is decided at `from`: at `use`, or on every other way to a return? */
function isDereferenced(from: Block, use: Block, place: Place | null): boolean {
  const ways = closure(from, (block) =>
    block !== from && (block === use || (place && uses(block, place))) ? [] : successorsOf(block.terminator),
  );
  for (const block of ways)
    if (block.terminator.kind === 'return' && block !== use && !(place && uses(block, place))) return false;
  return true;
}

function uses({ instrs, terminator }: Block, place: Place): boolean {
  let found = false;
  const isUse = (p: Place): boolean => {
    const pointer = p.kind === 'deref' ? placeIn(p.pointer) : null;
    return pointer !== null && samePlace(pointer, place);
  };
  for (const node of [...instrs, terminator]) walkNode(node, { place: (p) => (found ||= isUse(p)) });
  return found;
}

/** May the place have another value at the decision than the null of this instruction? If it is always null, nothing is decided. */
function isSometimesSet(
  { entry, blocks }: FunctionBody,
  place: Place,
  [birth, index]: Position,
  decision: Block,
): boolean {
  const around = closure(entry, (block) => (block === birth ? [] : successorsOf(block.terminator)));
  if (around.has(decision) && decision !== birth) return true;
  const mayChange = (instr: Instr) => isSet(instr, place) || (instr.kind === 'call' && rootOf(place) === null);
  if (birth.instrs.slice(index + 1).some(mayChange)) return true;
  const behind = closure(birth, (block) => successorsOf(block.terminator));
  return blocks.some((b) => b !== birth && behind.has(b) && b.instrs.some(mayChange) && reaches(b, decision));
}

const isNull = (e: Expr): boolean => (e.kind === 'cast' ? isNull(e.operand) : e.kind === 'int' && e.value === 0n);

const reaches = (from: Block, to: Block): boolean => reachableFrom(from).has(to);

const reachableFrom = (start: Block, end: Block | null = null): ReadonlySet<Block> =>
  closure(start, (block) => successorsOf(block.terminator).filter((next) => next !== end));

function closure(start: Block, next: (block: Block) => readonly Block[]): ReadonlySet<Block> {
  const seen = new Set([start]);
  for (const block of seen) for (const other of next(block)) seen.add(other);
  return seen;
}

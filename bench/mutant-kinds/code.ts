// Questions about the IR of a function that several kinds of mutants ask: calls, pointers, dereferences, null tests.
// Places are compared as they are printed.

import type { Span } from '../../src/base/source.js';
import type { Block, CallInstr, Expr, Instr, LoadExpr, Place, Terminator } from '../../src/ir/instr.js';
import { printPlace } from '../../src/ir/print.js';
import type { FunctionBody } from '../../src/ir/program.js';
import { walkNode, walkPlace } from '../../src/ir/walk.js';

export const callsIn = ({ blocks }: FunctionBody): CallInstr[] =>
  blocks.flatMap(({ instrs }) => instrs.filter((i) => i.kind === 'call'));

/** The read of a place that gives the value, if it does. */
export function loadIn(e: Expr): LoadExpr | null {
  const value = e.kind === 'cast' ? loadIn(e.operand) : e;
  return value?.kind === 'load' ? value : null;
}

/** The place that the value is read from, as text. */
export function originOf(e: Expr): string | null {
  const load = loadIn(e);
  return load && printPlace(load.place);
}

/** The text of a span, byte by byte. */
export const textOf = ({ source }: FunctionBody, { at, end }: Span): string =>
  Buffer.from(source.bytes.subarray(at, end)).toString('latin1');

/** Can the text be repeated or left out without another effect: no assignment, no call? */
export const isPure = (text: string): boolean => !/\+\+|--|(?<![=!<>])=(?!=)|[\w)\]]\s*\(/.test(text);

/** Does the code dereference a pointer that is read from the place, or an address in its array? */
export function dereferences(node: Instr | Terminator, origin: string): boolean {
  let found = false;
  walkNode(node, {
    place: (p) => {
      if (p.kind === 'deref' && originOf(baseOf(p.pointer)) === origin) found = true;
    },
  });
  return found;
}

const baseOf = (e: Expr): Expr => {
  if (e.kind === 'cast') return baseOf(e.operand);
  return e.kind === 'binary' && e.op === 'ptr-add' ? baseOf(e.left) : e;
};

/** The place that an instruction changes, as text. */
export function changedBy(i: Instr): string | null {
  const place = i.kind === 'assign' || i.kind === 'clear' ? i.place : i.kind === 'call' ? i.result : null;
  return place && printPlace(place);
}

/** The place and all places that finding it reads. */
export function partsOf(place: Place): ReadonlySet<string> {
  const parts = new Set<string>();
  walkPlace(place, { place: (p) => void parts.add(printPlace(p)) });
  return parts;
}

/** A branch on whether a pointer is null. */
export interface NullTest {
  readonly condition: Expr;
  readonly pointer: LoadExpr;
  /** The truth value of the condition if the pointer is not null. */
  readonly ifNonnull: '0' | '1';
  readonly nonnull: Block;
  readonly null: Block;
}

export function nullTestOf({ terminator: t }: Block): NullTest | null {
  if (t.kind !== 'branch') return null;
  const { condition } = t;
  if (condition.kind === 'binary' && (condition.op === 'eq' || condition.op === 'ne')) {
    const pointer = isNull(condition.right) ? pointerIn(condition.left) : null;
    if (!pointer) return null;
    return condition.op === 'eq'
      ? { condition, pointer, ifNonnull: '0', nonnull: t.else, null: t.then }
      : { condition, pointer, ifNonnull: '1', nonnull: t.then, null: t.else };
  }
  const pointer = pointerIn(condition);
  return pointer && { condition, pointer, ifNonnull: '1', nonnull: t.then, null: t.else };
}

export const isNull = (e: Expr): boolean =>
  e.kind === 'cast' ? isNull(e.operand) : e.kind === 'int' && e.value === 0n;

function pointerIn(e: Expr): LoadExpr | null {
  const load = loadIn(e);
  return load?.type.kind === 'pointer' ? load : null;
}

/** Does the code at the start of the block end the program, as behind a failed assertion? */
export function endsProgram({ terminator: t }: Block): boolean {
  return t.kind === 'unreachable' || (t.kind === 'goto' && t.target.instrs.length === 0 && endsProgram(t.target));
}

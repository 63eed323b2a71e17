// Which variables with static storage a unit may change: those it assigns to, and those whose address it takes.
// Computed once the whole unit is lowered; the others keep their initial value unless another unit changes them.

import { VOLATILE } from '../../types/types.js';
import type { Expr, Instr, Place } from '../instr.js';
import type { FunctionSymbol, GlobalVariable, Unit } from '../program.js';
import { walkExpr, walkNode } from '../walk.js';

export function markChanged({ functions, globals, lost }: Pick<Unit, 'functions' | 'globals' | 'lost'>): void {
  for (const g of globals) g.changed = lost.length > 0 || (g.type.quals & VOLATILE) !== 0;
  const inExpr = { expr: markAddress };
  for (const f of functions) markIn(f, inExpr);
  for (const { initializer } of globals) {
    for (const { value } of initializer ?? []) if (value.kind !== 'string') walkExpr(value, inExpr);
  }
}

function markIn({ body }: FunctionSymbol, inExpr: { readonly expr: typeof markAddress }): void {
  for (const { instrs, terminator } of body?.blocks ?? []) {
    for (const instr of instrs) {
      for (const place of writtenBy(instr)) mark(place);
      walkNode(instr, inExpr);
    }
    walkNode(terminator, inExpr);
  }
}

function writtenBy(instr: Instr): readonly Place[] {
  if (instr.kind === 'assign' || instr.kind === 'clear') return [instr.place];
  if (instr.kind === 'call') return instr.result ? [instr.result] : [];
  return instr.kind === 'asm' ? instr.outputs : [];
}

/** A variable may be written through its address. */
function markAddress(e: Expr): void {
  if (e.kind === 'address') mark(e.place);
}

function mark(place: Place): void {
  const variable = rootOf(place);
  if (variable) variable.changed = true;
}

/** The variable that the place is a part of; null if it is a local or behind a pointer. */
function rootOf(place: Place): GlobalVariable | null {
  if (place.kind === 'var') return place.variable.kind === 'global' ? place.variable : null;
  return place.kind === 'deref' ? null : rootOf(place.base);
}

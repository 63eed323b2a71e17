// Does a function need a parameter? It does if every path to a return dereferences it before anything else looks at it.
// Asked by arguments.ts where a summary does not have all outcomes: the text of the function does.
//
//   f needs p  ⟺  every path of f from its entry to a return has *p, and neither a test of p nor a store to it before

import { successorsOf } from '../../../ir/cfg.js';
import type { Block, Expr, Instr, Place } from '../../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../../ir/program.js';
import { walkNode } from '../../../ir/walk.js';
import { testedPlace } from '../beliefs/null-needed-by-another-path.js';
import { isRegister } from '../domain/state.js';

export function needsParameter({ entry, params }: FunctionBody, index: number): boolean {
  const p = params[index];
  if (!p || !isRegister(p)) return false;
  const before = new Set([entry]);
  for (const block of before)
    if (!dereferences(block, p)) for (const next of successorsOf(block.terminator)) before.add(next);
  return [...before].every((block) => !stores(block, p) && (dereferences(block, p) || !looksAway(block, p)));
}

function dereferences({ instrs, terminator }: Block, p: LocalVariable): boolean {
  let found = false;
  const place = (one: Place) => (found ||= one.kind === 'deref' && isLoadOf(one.pointer, p));
  for (const node of [...instrs, terminator]) walkNode(node, { place });
  return found;
}

/** p, (T *)p, p + n */
function isLoadOf(e: Expr, p: LocalVariable): boolean {
  if (e.kind === 'cast') return isLoadOf(e.operand, p);
  if (e.kind === 'binary' && e.op === 'ptr-add') return isLoadOf(e.left, p);
  return e.kind === 'load' && isPlaceOf(e.place, p);
}

const stores = ({ instrs }: Block, p: LocalVariable): boolean =>
  instrs.some((i: Instr) => {
    const to = i.kind === 'assign' || i.kind === 'clear' ? i.place : i.kind === 'call' ? i.result : null;
    return to !== null && isPlaceOf(to, p);
  });

/** Does the function return here, or test the parameter for null? */
function looksAway({ terminator: t }: Block, p: LocalVariable): boolean {
  if (t.kind === 'return') return true;
  const tested = t.kind === 'branch' ? testedPlace(t.condition) : null;
  return tested !== null && isPlaceOf(tested, p);
}

const isPlaceOf = (place: Place, p: LocalVariable): boolean => place.kind === 'var' && place.variable === p;

// Walkers: pointer variables that are moved by arithmetic on themselves, such as p in `while (*p) p++`.
// Found once per program; their addresses are kept as numbers from the start, so that loops over arrays have invariants.

import type { Expr, Variable } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionBody } from '../../ir/program.js';

/** The bytes of one step, by variable. */
export type Walkers = ReadonlyMap<Variable, number>;

interface Flow {
  readonly from: Variable;
  readonly to: Variable;
  readonly moved: 'yes' | 'no';
}

const known = new WeakMap<Program, Walkers>();

export function walkersOf(program: Program): Walkers {
  const before = known.get(program);
  if (before) return before;
  const walkers: Walkers = new Map(program.defined().flatMap((f) => walkersIn(f.body!)));
  known.set(program, walkers);
  return walkers;
}

/** A variable on a cycle of assignments, one of which adds something. */
function walkersIn(body: FunctionBody): [Variable, number][] {
  const flows = body.blocks.flatMap((b) => b.instrs.flatMap((i): Flow[] => flowOf(i)));
  return flows.flatMap((f): [Variable, number][] => {
    if (f.moved === 'no') return [];
    const around = leadsFrom(flows, f.to);
    if (!around.has(f.from)) return [];
    return [...around].filter((v) => leadsFrom(flows, v).has(f.from)).flatMap(withUnit);
  });
}

function flowOf(i: FunctionBody['blocks'][number]['instrs'][number]): Flow[] {
  if (i.kind !== 'assign' || i.place.kind !== 'var' || i.place.type.kind !== 'pointer') return [];
  const moved = hasSum(i.value) ? 'yes' : 'no';
  const from = baseOf(i.value);
  return from ? [{ from, to: i.place.variable, moved }] : [];
}

const hasSum = (e: Expr): boolean =>
  e.kind === 'cast' ? hasSum(e.operand) : e.kind === 'binary' && e.op === 'ptr-add';

/** The variable whose address, moved or not, the expression is. */
function baseOf(e: Expr): Variable | null {
  if (e.kind === 'cast') return baseOf(e.operand);
  if (e.kind === 'binary' && e.op === 'ptr-add') return baseOf(e.left);
  return e.kind === 'load' && e.place.kind === 'var' ? e.place.variable : null;
}

function leadsFrom(flows: readonly Flow[], start: Variable): Set<Variable> {
  const found = new Set([start]);
  for (const v of found) for (const f of flows) if (f.from === v) found.add(f.to);
  return found;
}

function withUnit(v: Variable): [Variable, number][] {
  const size = v.type.kind === 'pointer' ? v.type.target.size : 0;
  return [[v, size > 0 ? size : 1]];
}

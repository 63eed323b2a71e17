// Walkers: pointer variables that are stepped by arithmetic on themselves, such as p in `while (*p) p++`.
// Found once per program; their addresses are numbers from the start, so that loops over arrays have invariants.

import type { Expr, Instr, Variable } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';

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
  const flows = program
    .defined()
    .flatMap((f) => f.body!.blocks.flatMap((b) => b.instrs.flatMap((i) => flowsOf(program, i))));
  const walkers: Walkers = new Map(onCycles(flows).flatMap(withUnit));
  known.set(program, walkers);
  return walkers;
}

/** The variables on a cycle of assignments, arguments of calls included, at least one of which adds an offset. */
function onCycles(flows: readonly Flow[]): Variable[] {
  const ahead = new Map<Variable, Variable[]>();
  const back = new Map<Variable, Variable[]>();
  for (const { from, to } of flows) {
    ahead.set(from, [...(ahead.get(from) ?? []), to]);
    back.set(to, [...(back.get(to) ?? []), from]);
  }
  return flows.flatMap((f) => {
    if (f.moved === 'no') return [];
    const behind = leadsFrom(ahead, f.to);
    if (!behind.has(f.from)) return [];
    const before = leadsFrom(back, f.from);
    return [...behind].filter((v) => before.has(v));
  });
}

function flowsOf(program: Program, i: Instr): Flow[] {
  if (i.kind === 'assign') return i.place.kind === 'var' ? flow(i.value, i.place.variable) : [];
  if (i.kind !== 'call' || i.callee.kind !== 'direct') return [];
  const params = program.definitionOf(i.callee.function)?.body?.params ?? [];
  return params.flatMap((p, n) => (i.args[n] ? flow(i.args[n], p) : []));
}

function flow(value: Expr, to: Variable): Flow[] {
  const from = to.type.kind === 'pointer' ? baseOf(value) : null;
  return from ? [{ from, to, moved: hasSum(value) ? 'yes' : 'no' }] : [];
}

const hasSum = (e: Expr): boolean =>
  e.kind === 'cast' ? hasSum(e.operand) : e.kind === 'binary' && e.op === 'ptr-add';

/** The variable on whose address, with or without an offset, the expression is based. */
function baseOf(e: Expr): Variable | null {
  if (e.kind === 'cast') return baseOf(e.operand);
  if (e.kind === 'binary' && e.op === 'ptr-add') return baseOf(e.left);
  return e.kind === 'load' && e.place.kind === 'var' ? e.place.variable : null;
}

function leadsFrom(edges: ReadonlyMap<Variable, readonly Variable[]>, start: Variable): Set<Variable> {
  const found = new Set([start]);
  for (const v of found) for (const to of edges.get(v) ?? []) found.add(to);
  return found;
}

function withUnit(v: Variable): [Variable, number][] {
  const size = v.type.kind === 'pointer' ? v.type.target.size : 0;
  return [[v, size > 0 ? size : 1]];
}

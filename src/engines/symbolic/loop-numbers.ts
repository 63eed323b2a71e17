// The numbers that a loop changes, as functions of the index k: closed forms, or bounds where there are none.
// For induction.ts: one run of the body from unknown numbers gives v(k+1) in terms of v(k).

import { and, atMost, type Condition, type Constraint, just } from '../../logic/linear/constraint.js';
import { add, constant, scale, symbol, type Term, type Unknown } from '../../logic/linear/term.js';
import { boundGrowth, type Recurrence, solveRecurrences } from '../../logic/recurrence/recurrence.js';
import { type Frame, keyOfVariable, type Range, rangeOf } from './analysis.js';
import { type LoopRun, runOnce } from './one-iteration.js';
import { assume, type Context, implies, type Slot } from './paper/context.js';
import { contextAt, type Guess } from './paper/recurrent-context.js';
import type { Value } from './paper/value.js';

export interface Numbers {
  /** By variable: v(k). */
  readonly values: ReadonlyMap<string, Value>;
  readonly open: ReadonlySet<string>;
  /** Bounds of those without a closed form. */
  readonly bounds: Condition;
  readonly growth: ReadonlyMap<
    string,
    { readonly from: Term; readonly low: bigint | null; readonly high: bigint | null }
  >;
}

/** Runs the body from unknown numbers for v(k+1) in terms of v(k); then solves for closed forms, or bounds. */
export function closedForms(here: LoopRun, g: Guess): Numbers | null {
  const symbols = new Map(g.changing.map((key) => [key, unknownFor(here, key)]));
  const values = new Map([...symbols].map(([key, s]): [string, Value] => [key, { kind: 'number', term: symbol(s) }]));
  const generic = assume(here.run.decider, contextAt(g, values, []), just(atMost(constant(1), symbol(g.index))));
  if (!generic) return null;
  const backs = runOnce(here, generic).back;
  if (backs.length === 0) return null;
  const nexts = (key: string): Term[] => backs.flatMap((b) => termOf(b.variables.get(key)));
  const system = [...symbols].flatMap(([key, variable]): Recurrence[] => {
    const start = termOf(g.start.variables.get(key))[0];
    const all = nexts(key);
    const [next] = all;
    if (!start || !next || all.length !== backs.length || all.some((t) => t.key !== next.key)) return [];
    return [{ variable, start, next }];
  });
  const { closed } = solveRecurrences(system, g.index);
  return gather(g, symbols, closed, nexts);
}

function gather(
  g: Guess,
  symbols: ReadonlyMap<string, Unknown>,
  closed: ReadonlyMap<string, Term>,
  nexts: (key: string) => Term[],
): Numbers {
  const values = new Map<string, Value>();
  const open = new Set<string>();
  const growth = new Map<string, { from: Term; low: bigint | null; high: bigint | null }>();
  let bounds: Condition = just();
  for (const [key, s] of symbols) {
    const form = closed.get(s.id);
    values.set(key, { kind: 'number', term: form ?? symbol(s) });
    if (form) continue;
    open.add(key);
    const from = termOf(g.start.variables.get(key))[0];
    const steps = boundGrowth(s, nexts(key));
    if (!from || !steps) continue;
    growth.set(key, { from, ...steps });
    bounds = and(bounds, just(...within(symbol(s), { from, ...steps }, symbol(g.index))));
  }
  return { values, open, bounds, growth };
}

/** The value of a variable is in the range of its type, for every k. */
export function rangesOf(numbers: Numbers, { frame }: LoopRun): Constraint[] {
  return [...numbers.values].flatMap(([key, value]) => {
    const range = value.kind === 'number' && !numbers.open.has(key) ? rangeOfVariable(frame, key) : null;
    if (!range || value.kind !== 'number') return [];
    return [atMost(constant(range.low), value.term), atMost(value.term, constant(range.high))];
  });
}

/** low·k <= v - v(0) <= high·k */
const within = (
  v: Term,
  { from, low, high }: { from: Term; low: bigint | null; high: bigint | null },
  k: Term,
): Constraint[] => [
  ...(low === null ? [] : [atMost(add(from, scale(k, low)), v)]),
  ...(high === null ? [] : [atMost(v, add(from, scale(k, high)))]),
];

/** The bounds hold after the iteration too, at the next index. */
export function staysBounded(here: LoopRun, after: Context, { growth }: Numbers, next: Term): boolean {
  return [...growth].every(([key, bound]) => {
    const [v] = termOf(after.variables.get(key));
    return v !== undefined && within(v, bound, next).every((c) => implies(here.run.decider, after, c));
  });
}

const termOf = (slot: Slot | undefined): Term[] =>
  slot?.kind === 'value' && slot.value.kind === 'number' ? [slot.value.term] : [];

/** A fresh unknown in the range of the variable's type; not an input. */
function unknownFor({ run, frame }: LoopRun, key: string): Unknown {
  const range = rangeOfVariable(frame, key);
  const name = variableOf(frame, key)?.name ?? '?';
  return { ...run.fresh.next(name, 'unknown', range?.low ?? null, range?.high ?? null), counted: true };
}

const variableOf = (frame: Frame, key: string) => frame.body.variables.find((v) => keyOfVariable(frame, v) === key);

function rangeOfVariable(frame: Frame, key: string): Range | null {
  const variable = variableOf(frame, key);
  return variable ? rangeOf(variable.type) : null;
}

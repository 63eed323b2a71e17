// Proves a guessed recurrence by induction: from the context at any k, every continuing iteration leads to that at k + 1.
// Between loops.ts, which guesses and uses recurrences, and one-iteration.ts.

import {
  and,
  atMost,
  below,
  type Condition,
  type Constraint,
  just,
  keyOf,
  substituteIn,
} from '../../logic/linear/constraint.js';
import { isWithin } from '../../logic/linear/simplify.js';
import { add, constant, mentions, symbol, symbolsOf, type Term, type Unknown } from '../../logic/linear/term.js';
import { afterContinuing, NOT_YET, type Went } from './iterations.js';
import { closedForms, type Numbers, rangesOf, staysBounded } from './loop-numbers.js';
import { type LoopRun, runOnce } from './one-iteration.js';
import { assume, type Context, learn } from './paper/context.js';
import { type Entry, entriesOf, substituteInEntry } from './paper/heap.js';
import {
  canonicalBody,
  contextAt,
  deltaOf,
  type Guess,
  localsOf,
  sameState,
  substituteInContext,
  symbolsOfEntry,
  symbolsOfValue,
} from './paper/recurrent-context.js';

export interface Proved {
  readonly guess: Guess;
  /** The context at the k-th visit, k >= 1. */
  readonly generic: Context;
  readonly numbers: Numbers;
  /** What holds at the k-th visit because the loop continued k times. */
  readonly went: Went;
}

const MOST_REFINEMENTS = 4;

/** Induction step: from the guess at k, every continuing iteration leads to the guess at k + 1. */
export function prove(here: LoopRun, first: Guess): Proved | null {
  const numbers = closedForms(here, first);
  if (!numbers) return null;
  let g = first;
  let locals: readonly Unknown[] = [];
  let went = NOT_YET;
  for (let round = 0; round < MOST_REFINEMENTS; round++) {
    const generic = genericContext(here, g, numbers, locals, went);
    if (!generic) return null;
    const steps = alike(here, stepsOf(here, g, generic, numbers), canonicalBody(g.body, locals));
    const [step] = steps;
    if (!step) return null;
    const matching = steps.map((s) => s.after);
    const on = afterContinuing(
      newIn(matching, withoutLasting(generic, went.condition, g.index)),
      g.index,
      freshIn(matching, generic),
      here.run.decider.isUnsat,
    );
    const stable = step.key === canonicalBody(g.body, locals) && keyOf(on.condition) === keyOf(went.condition);
    if (stable) return { guess: g, generic: { ...generic, guessed: generic.guessed || !on.exact }, numbers, went };
    g = { ...g, body: step.body };
    locals = step.locals;
    went = on;
  }
  return null;
}

/** An iteration that leads to the state at k + 1, and the entries it adds to the heap. */
interface Step {
  readonly after: Context;
  readonly body: readonly Entry[];
  readonly locals: readonly Unknown[];
  readonly key: string;
}

function stepsOf(here: LoopRun, g: Guess, generic: Context, numbers: Numbers): Step[] {
  const next = stateAt(g, generic, nextIndex(g));
  return runOnce(here, generic).back.flatMap((after): Step[] => {
    const body = deltaOf(after.heap, generic.heap);
    if (!body || !sameState(after, next, numbers.open) || !staysBounded(here, after, numbers, nextIndex(g))) return [];
    const locals = localsOf(body, generic);
    return [{ after, body, locals, key: canonicalBody(body, locals) }];
  });
}

/** The steps with the expected heap entries, or else with those of the first; others deviate when the loop is run. */
function alike({ choices }: LoopRun, steps: readonly Step[], expected: string): Step[] {
  const key = steps.some((s) => s.key === expected) ? expected : steps[0]?.key;
  const same = steps.filter((s) => s.key === key);
  return choices === 'some' || same.length === steps.length ? same : [];
}

/** Constraints without the index that held before occur again in each iteration: they must not count as old. */
function withoutLasting(generic: Context, went: Condition, index: Unknown): Context {
  const lasting = new Set(went.flat().flatMap((c) => (mentions(c.term, index) ? [] : [c.key])));
  return { ...generic, path: generic.path.map((cube) => cube.filter((c) => !lasting.has(c.key))) };
}

/** The constraints that the iteration adds to the path condition. */
function newIn(contexts: readonly Context[], before: Context): Condition {
  const old = new Set(before.path.flat().map((c) => c.key));
  return contexts.flatMap((c) => c.path.map((cube) => cube.filter((x) => !old.has(x.key))));
}

/** Unknowns that the iteration introduces. */
function freshIn(contexts: readonly Context[], before: Context): Set<string> {
  const old = new Set([...before.path.flat(), ...before.known].flatMap((c) => [...symbolIds(c)]));
  return new Set(
    contexts.flatMap((c) => c.path.flat().flatMap(symbolIds)).filter((id) => !old.has(id) && isOfIteration(id, before)),
  );
}

const symbolIds = (c: Constraint): string[] => [...symbolsOf(c.term).keys()];

/** The unknown does not occur in the state. */
function isOfIteration(id: string, before: Context): boolean {
  const found = new Map<string, Unknown>();
  for (const slot of before.variables.values()) if (slot.kind === 'value') symbolsOfValue(slot.value, found);
  for (const t of [before.counter, before.inputs, before.requests]) symbolsOf(t, found);
  for (const e of entriesOf(before.heap)) symbolsOfEntry(e, found);
  return !found.has(id);
}

function genericContext(
  here: LoopRun,
  g: Guess,
  numbers: Numbers,
  locals: readonly Unknown[],
  went: Went,
): Context | null {
  const at = contextAt(g, numbers.values, locals);
  const begun = just(atMost(constant(1), symbol(g.index)));
  const typed = rangesOf(numbers, here).reduce<Context | null>((c, r) => c && learn(here.run.decider, c, r), at);
  return typed && assume(here.run.decider, typed, and(and(begun, numbers.bounds), went.condition));
}

// ---- use of a proved recurrence ------------------------------------------------------------------------------

const nextIndex = (g: Guess): Term => add(symbol(g.index), constant(1));

/** Does the iteration at this index lead to the context that the recurrence gives for the next? */
export function follows(
  here: LoopRun,
  { guess: g, generic, numbers, went }: Proved,
  after: Context,
  before: Context,
  index: Term,
): boolean {
  const next = add(index, constant(1));
  const delta = deltaOf(after.heap, before.heap);
  const body = bodyKey(g, new Map([[g.index.id, index]]));
  return (
    delta !== null &&
    sameState(after, stateAt(g, generic, next), numbers.open) &&
    canonicalBody(delta, localsOf(delta, before)) === body &&
    staysBounded(here, after, numbers, next) &&
    impliesCondition(here, after, substituteAll(went.condition, new Map([[g.index.id, next]])))
  );
}

const substituteAll = (condition: Condition, by: ReadonlyMap<string, Term>): Condition =>
  condition.flatMap((cube) => just(...cube.map((c) => substituteIn(c, by))));

const impliesCondition = ({ run }: LoopRun, { known, path }: Context, condition: Condition): boolean =>
  path.every((cube) => isWithin(cube, condition, known, run.decider.isUnsat));

function bodyKey(g: Guess, by: ReadonlyMap<string, Term>): string {
  const body = g.body.map((e) => substituteInEntry(e, by));
  return canonicalBody(
    body,
    localsOf(body, { ...g.start, path: [...g.start.path, [below(symbol(g.index), constant(0))]] }),
  );
}

const stateAt = (g: Guess, generic: Context, index: Term): Context =>
  substituteInContext({ ...generic, heap: null, known: [], path: [] }, new Map([[g.index.id, index]]));

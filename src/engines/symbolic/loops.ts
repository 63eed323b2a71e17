// Loops as recurrence systems: the body is run once for an arbitrary k-th iteration, and never again.
// A loop that resists is followed iteration by iteration, as far as patience goes; what lies beyond is left open.

import {
  and,
  atMost,
  below,
  type Condition,
  type Constraint,
  just,
  substituteIn,
} from '../../logic/linear/constraint.js';
import { isWithin } from '../../logic/linear/simplify.js';
import { add, constant, scale, symbol, symbolsOf, type Term, type Unknown } from '../../logic/linear/term.js';
import { boundGrowth, type Recurrence, solveRecurrences } from '../../logic/recurrence/recurrence.js';
import { assume, type Context, implies, mergeAll } from './context.js';
import { type Exits, hereAt, runRegion } from './execute.js';
import type { NaturalLoop } from './flow.js';
import { type Entry, entriesOf, extend, substituteInEntry } from './heap.js';
import { settleCount, wentOn } from './iterations.js';
import { Ledger } from './ledger.js';
import {
  canonicalBody,
  contextAt,
  deltaOf,
  type Guess,
  guess,
  localsOf,
  sameState,
  substituteInContext,
  symbolsOfEntry,
  symbolsOfValue,
} from './recurrent-context.js';
import { doubtAll, type Frame, keyOfVariable, type Run, rangeOf } from './run.js';
import { UNINITIALIZED, type Value } from './value.js';

const MOST_ITERATIONS = 40;
/** Contexts that are followed through one iteration each, all together. */
const MOST_RUNS = 64;
/** After so many iterations nobody tries to see a pattern any more. */
const MOST_TRIES = 3;

interface Here {
  readonly run: Run;
  readonly frame: Frame;
  readonly loop: NaturalLoop;
}

export function runLoop(run: Run, frame: Frame, loop: NaturalLoop, context: Context): Exits {
  return iterate({ run, frame, loop }, forgetTemporaries(frame, loop, context));
}

/** A context at the head: how often a pattern has been looked for since the last one, and how many have been found. */
interface Visit {
  readonly context: Context;
  readonly tries: number;
  readonly patterns: number;
}

/** One iteration after the other, until a recurrence takes over. */
function iterate(here: Here, start: Context): Exits {
  const exits: Exits = { back: [], out: [], returned: [] };
  let visits: Visit[] = [{ context: start, tries: 0, patterns: 0 }];
  let runs = 0;
  for (let i = 0; visits.length > 0; i++) {
    runs += visits.length;
    if (i >= MOST_ITERATIONS || runs > MOST_RUNS || here.run.budget.exhausted) {
      giveUp(here);
      return exits;
    }
    const next: Visit[] = [];
    for (const { context, tries, patterns } of visits) {
      const solved = tries < MOST_TRIES && patterns < MOST_TRIES ? summarize(here, context) : null;
      const once = solved ? solved.exits : runOnce(here, context);
      exits.out.push(...once.out);
      exits.returned.push(...once.returned);
      const then = solved ? { tries: 0, patterns: patterns + 1 } : { tries: tries + 1, patterns };
      for (const c of solved ? solved.deviating : once.back) next.push({ context: c, ...then });
    }
    visits = mergeVisits(here, next);
  }
  return exits;
}

/** Only visits with the same past are united. */
function mergeVisits({ run }: Here, visits: readonly Visit[]): Visit[] {
  const groups = new Map<string, Visit[]>();
  for (const v of visits)
    groups.set(`${v.tries} ${v.patterns}`, [...(groups.get(`${v.tries} ${v.patterns}`) ?? []), v]);
  return [...groups.values()].flatMap((group) =>
    mergeAll(
      run.decider,
      group.map((v) => v.context),
    ).map((context) => ({ ...group[0]!, context })),
  );
}

function giveUp({ run, frame, loop }: Here): void {
  run.ledger.incomplete = true;
  doubtAll(hereAt(run, frame, loop.head.terminator), 'a loop whose iterations follow no pattern that is known');
}

/** One iteration from the head. */
function runOnce({ run, frame, loop }: Here, context: Context): Exits {
  const exits = runRegion(run, frame, loop, [{ block: loop.head, context }]);
  const back = exits.back.map((c) => forgetObjects(forgetTemporaries(frame, loop, c), context));
  return { ...exits, back: mergeAll(run.decider, back) };
}

const silently = (here: Here): Here => ({ ...here, run: { ...here.run, ledger: new Ledger(), seen: null } });

// ---- recurrences -----------------------------------------------------------------------------------------------

interface Solved {
  readonly exits: Exits;
  /** Contexts at the head that do not follow the pattern: the last iteration of a walk over a list, for example. */
  readonly deviating: readonly Context[];
}

function summarize(here: Here, context: Context): Solved | null {
  const quiet = silently(here);
  for (const c1 of runOnce(quiet, context).back.slice(0, MOST_TRIES)) {
    for (const c2 of runOnce(quiet, c1).back.slice(0, MOST_TRIES)) {
      const index = here.run.fresh.next('k', 'index', 0n, null);
      const g = guess(index, context, c1, c2);
      const proved = g && prove(quiet, g);
      if (proved) return conclude(here, context, proved);
    }
  }
  return null;
}

interface Proved {
  readonly guess: Guess;
  /** The context at the k-th visit, k >= 1. */
  readonly generic: Context;
  readonly numbers: Numbers;
  /** What holds at the k-th visit because the loop went on so often. */
  readonly went: Condition;
}

const MOST_REFINEMENTS = 4;

/** By induction: from the guess at k, every iteration that goes on leads to the guess at k + 1. */
function prove(here: Here, first: Guess): Proved | null {
  const numbers = closedForms(here, first);
  if (!numbers) return null;
  let g = first;
  let locals: readonly Unknown[] = [];
  let went: Condition = just();
  for (let round = 0; round < MOST_REFINEMENTS; round++) {
    const generic = genericContext(here, g, numbers, locals, went);
    if (!generic) return null;
    const step = runOnce(here, generic);
    const next = stateAt(g, generic, nextIndex(g));
    const matching = step.back.filter(
      (b) => sameState(b, next, numbers.open) && staysBounded(here, b, numbers, nextIndex(g)),
    );
    const bodies = matching.map((b) => deltaOf(b.heap, generic.heap));
    const [body] = bodies;
    if (!body || bodies.some((b) => !b)) return null;
    const mine = localsOf(body, generic);
    const key = canonicalBody(body, mine);
    if (bodies.some((b) => canonicalBody(b!, localsOf(b!, generic)) !== key)) return null;
    const on = wentOn(newIn(matching, generic), g.index, freshIn(matching, generic));
    const stable = key === canonicalBody(g.body, locals) && keyOfCondition(on) === keyOfCondition(went);
    if (stable) return { guess: g, generic, numbers, went };
    g = { ...g, body };
    locals = mine;
    went = on;
  }
  return null;
}

const keyOfCondition = (c: Condition): string =>
  c
    .map((cube) =>
      cube
        .map((x) => x.key)
        .sort()
        .join('&'),
    )
    .sort()
    .join('|');

/** What the iteration has added to the path. */
function newIn(contexts: readonly Context[], before: Context): Condition {
  const old = new Set(before.path.flat().map((c) => c.key));
  return contexts.flatMap((c) => c.path.map((cube) => cube.filter((x) => !old.has(x.key))));
}

/** Unknowns that an iteration made for itself. */
function freshIn(contexts: readonly Context[], before: Context): Set<string> {
  const old = new Set([...before.path.flat(), ...before.known].flatMap((c) => [...symbolIds(c)]));
  return new Set(
    contexts.flatMap((c) => c.path.flat().flatMap(symbolIds)).filter((id) => !old.has(id) && isOfIteration(id, before)),
  );
}

const symbolIds = (c: Constraint): string[] => [...symbolsOf(c.term).keys()];

/** It is not one of the state's. */
function isOfIteration(id: string, before: Context): boolean {
  const found = new Map<string, Unknown>();
  for (const slot of before.variables.values()) if (slot.kind === 'value') symbolsOfValue(slot.value, found);
  for (const t of [before.counter, before.inputs, before.requests]) symbolsOf(t, found);
  for (const e of entriesOf(before.heap)) symbolsOfEntry(e, found);
  return !found.has(id);
}

function genericContext(
  here: Here,
  g: Guess,
  numbers: Numbers,
  locals: readonly Unknown[],
  went: Condition,
): Context | null {
  const at = contextAt(g, numbers.values, locals);
  const begun = just(atMost(constant(1), symbol(g.index)));
  return assume(here.run.decider, at, and(and(begun, numbers.bounds), went));
}

// ---- numbers ---------------------------------------------------------------------------------------------------

interface Numbers {
  /** By variable: v(k). */
  readonly values: ReadonlyMap<string, Value>;
  readonly open: ReadonlySet<string>;
  /** What is known of the open ones. */
  readonly bounds: Condition;
  readonly growth: ReadonlyMap<
    string,
    { readonly from: Term; readonly low: bigint | null; readonly high: bigint | null }
  >;
}

/** v(k+1) in terms of v(k), by running the body from unknown numbers; then closed forms, or bounds. */
function closedForms(here: Here, g: Guess): Numbers | null {
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

/** low·k <= v - v(0) <= high·k */
const within = (
  v: Term,
  { from, low, high }: { from: Term; low: bigint | null; high: bigint | null },
  k: Term,
): Constraint[] => [
  ...(low === null ? [] : [atMost(add(from, scale(k, low)), v)]),
  ...(high === null ? [] : [atMost(v, add(from, scale(k, high)))]),
];

/** After the iteration, too, at the index that is then. */
function staysBounded(here: Here, after: Context, { growth }: Numbers, next: Term): boolean {
  return [...growth].every(([key, bound]) => {
    const [v] = termOf(after.variables.get(key));
    return v !== undefined && within(v, bound, next).every((c) => implies(here.run.decider, after, c));
  });
}

const termOf = (slot: Context['variables'] extends ReadonlyMap<string, infer S> ? S | undefined : never): Term[] =>
  slot?.kind === 'value' && slot.value.kind === 'number' ? [slot.value.term] : [];

/** Any number of the variable's type; it stands for no input. */
function unknownFor({ run, frame }: Here, key: string): Unknown {
  const variable = frame.body.variables.find((v) => keyOfVariable(frame, v) === key);
  const range = variable ? rangeOf(variable.type) : null;
  return run.fresh.next(variable?.name ?? '?', 'unknown', range?.low ?? null, range?.high ?? null);
}

// ---- what comes out --------------------------------------------------------------------------------------------

/** The first iteration as it is, all others at once; exits of the k-th have made k iterations. */
function conclude(here: Here, context: Context, proved: Proved): Solved {
  const { guess: g, generic } = proved;
  const first = runOnce(here, context);
  const later = runOnce(here, generic);
  const settle = (c: Context): Context => settleCount(c, g.index);
  return {
    exits: {
      back: [],
      out: [...first.out, ...later.out.map((at) => ({ ...at, context: settle(at.context) }))],
      returned: [...first.returned, ...later.returned.map(settle)],
    },
    deviating: [
      ...first.back.filter((c) => !follows(here, proved, c, context, constant(0))),
      ...later.back.filter((c) => !follows(here, proved, c, generic, symbol(g.index))).map(settle),
    ],
  };
}

const nextIndex = (g: Guess): Term => add(symbol(g.index), constant(1));

/** Has the iteration at this index led to what the recurrence says of the next? */
function follows(
  here: Here,
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
    impliesCondition(here, after, substituteAll(went, new Map([[g.index.id, next]])))
  );
}

const substituteAll = (condition: Condition, by: ReadonlyMap<string, Term>): Condition =>
  condition.flatMap((cube) => just(...cube.map((c) => substituteIn(c, by))));

const impliesCondition = ({ run }: Here, { known, path }: Context, condition: Condition): boolean =>
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

// ---- what does not live from one iteration to the next ---------------------------------------------------------

/** Temporaries are dead at the head of a loop. */
function forgetTemporaries(frame: Frame, loop: NaturalLoop, context: Context): Context {
  const assigned = temporariesIn(frame, loop);
  if (assigned.length === 0) return context;
  const variables = new Map(context.variables);
  for (const key of assigned)
    if (variables.get(key)?.kind === 'value') variables.set(key, { kind: 'value', value: UNINITIALIZED });
  return { ...context, variables };
}

function temporariesIn(frame: Frame, { blocks }: NaturalLoop): string[] {
  const inside = frame.body.blocks.filter((b) => blocks.has(b.id));
  return inside.flatMap((b) =>
    b.instrs.flatMap((i) => {
      const place = i.kind === 'assign' ? i.place : i.kind === 'call' ? i.result : null;
      return place?.kind === 'var' && place.variable.kind === 'temporary' ? [keyOfVariable(frame, place.variable)] : [];
    }),
  );
}

/** Objects that were made and ended in one iteration leave no trace, unless something still points to them. */
function forgetObjects(context: Context, start: Context): Context {
  if (context.objects === start.objects) return context;
  const delta = deltaOf(context.heap, start.heap);
  if (!delta) return context;
  const moved = movedSlots(context, start);
  const gone = (id: number): boolean => id > start.objects || moved.has(id);
  if (isPointedTo(context, delta, gone)) return context;
  const kept = delta.filter((e) => !('base' in e) || e.base.kind !== 'object' || !gone(e.base.id));
  const fresh = [...moved].flatMap(([old, now]) => delta.flatMap((e) => rebirth(e, old, now)));
  const variables = new Map(context.variables);
  for (const [key, slot] of start.variables) if (slot.kind === 'object' && moved.has(slot.id)) variables.set(key, slot);
  return { ...context, variables, objects: start.objects, heap: extend(start.heap, ...kept, ...fresh) };
}

/** Variables that have died and begun anew: old object to new. */
function movedSlots(context: Context, start: Context): Map<number, number> {
  const moved = new Map<number, number>();
  for (const [key, slot] of start.variables) {
    const now = context.variables.get(key);
    if (slot.kind === 'object' && now?.kind === 'object' && now.id !== slot.id) moved.set(slot.id, now.id);
  }
  return moved;
}

const rebirth = (e: Entry, old: number, now: number): Entry[] =>
  e.kind === 'new' && e.base.kind === 'object' && e.base.id === now
    ? [{ ...e, base: { kind: 'object', id: old } }]
    : [];

function isPointedTo(context: Context, delta: readonly Entry[], gone: (id: number) => boolean): boolean {
  const points = (v: Value): boolean => v.kind === 'pointer' && v.base.kind === 'object' && gone(v.base.id);
  const held = [...context.variables.values()].some((s) => s.kind === 'value' && points(s.value));
  const stored = delta.some(
    (e) => e.kind === 'put' && points(e.value) && !(e.base.kind === 'object' && gone(e.base.id)),
  );
  const nested = delta.some((e) => e.kind === 'loop');
  return held || stored || nested;
}

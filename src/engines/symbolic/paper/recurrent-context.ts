// A context at the k-th visit of a loop head: every variable, the counter and the heap as functions of k.
// Guessed from two iterations; loops.ts proves the guess by running the body from it.

import { substituteIn } from '../../../logic/linear/constraint.js';
import {
  add,
  numberIn,
  type Substitution,
  scale,
  substitute,
  subtract,
  symbol,
  symbolsOf,
  type Term,
  type Unknown,
} from '../../../logic/linear/term.js';
import { type Context, type Slot, stateKey } from './context.js';
import { type Entry, entriesOf, extend, type Heap, keyOfEntry, substituteInEntry, substituteInHeap } from './heap.js';
import { type Base, substituteInValue, type Value } from './value.js';

export function substituteInContext(c: Context, by: Substitution): Context {
  const slot = (s: Slot): Slot => (s.kind === 'value' ? { kind: 'value', value: substituteInValue(s.value, by) } : s);
  return {
    variables: new Map([...c.variables].map(([key, s]) => [key, slot(s)])),
    counter: substitute(c.counter, by),
    heap: substituteInHeap(c.heap, by),
    known: c.known.map((k) => substituteIn(k, by)).filter((k) => k.term.parts.length > 0),
    path: c.path.map((cube) => cube.map((k) => substituteIn(k, by)).filter((k) => k.term.parts.length > 0)),
    objects: c.objects,
    inputs: substitute(c.inputs, by),
    requests: substitute(c.requests, by),
    failures: c.failures,
    guessed: c.guessed,
  };
}

/** The context at k = 0, and what one iteration adds to the heap. */
export interface Guess {
  readonly index: Unknown;
  readonly start: Context;
  readonly variables: ReadonlyMap<string, Slot>;
  /** Numbers that the loop changes, whose closed forms are not yet known. */
  readonly changing: readonly string[];
  readonly counter: Term;
  readonly inputs: Term;
  readonly requests: Term;
  /** μ(k) */
  readonly body: readonly Entry[];
}

/** t(k) = t(0) + (t(1) - t(0))·k, if t(2) agrees. */
function interpolate(index: Unknown, t0: Term, t1: Term, t2: Term | null): Term | null {
  const step = subtract(t1, t0);
  const d = numberIn(step);
  if (d === null || (t2 && subtract(t2, t1).key !== step.key)) return null;
  return add(t0, scale(symbol(index), d));
}

/** null: the three contexts do not fit a recurrence. */
export function guess(index: Unknown, c0: Context, c1: Context, c2: Context): Guess | null {
  const variables = new Map<string, Slot>();
  const changing: string[] = [];
  for (const [key, s0] of c0.variables) {
    const slots = [s0, c1.variables.get(key), c2.variables.get(key)];
    const slot = guessSlot(index, slots);
    if (!slot) return null;
    variables.set(key, slot === 'number' ? s0 : slot);
    if (slot === 'number') changing.push(key);
  }
  const [counter, inputs, requests] = (['counter', 'inputs', 'requests'] as const).map((name) =>
    interpolate(index, c0[name], c1[name], c2[name]),
  );
  const body = guessBody(index, deltaOf(c1.heap, c0.heap), deltaOf(c2.heap, c1.heap));
  if (!counter || !inputs || !requests || !body || c1.objects !== c0.objects || c1.failures !== c0.failures)
    return null;
  return { index, start: c0, variables, changing, counter, inputs, requests, body };
}

/** The entries added to a heap; null if it does not extend `start`. */
export function deltaOf(heap: Heap, start: Heap): Entry[] | null {
  for (let h = heap; h; h = h.previous) if (h === start) return entriesOf(heap, start);
  return start === null ? entriesOf(heap) : null;
}

function guessSlot(index: Unknown, [s0, s1, s2]: readonly (Slot | undefined)[]): Slot | 'number' | null {
  if (!s0 || !s1 || !s2) return null;
  if (s0.kind === 'object' || s1.kind === 'object' || s2.kind === 'object')
    return s0.kind === 'object' && s1.kind === 'object' && s0.id === s1.id ? s0 : null;
  const isNumber = (v: Value) => v.kind === 'number' || v.kind === 'unknown';
  const [v0, v1, v2] = [s0.value, s1.value, s2.value];
  if (isNumber(v1) && isNumber(v2) && (isNumber(v0) || v0.kind === 'uninitialized')) return 'number';
  const value = guessValue(index, v0, v1, v2);
  return value && { kind: 'value', value };
}

function guessValue(index: Unknown, v0: Value, v1: Value, v2: Value | null): Value | null {
  if (v0.kind === 'number' && v1.kind === 'number') {
    const term = interpolate(index, v0.term, v1.term, v2?.kind === 'number' ? v2.term : null);
    return { kind: 'number', term: term ?? v1.term };
  }
  if (v0.kind !== 'pointer' || v1.kind !== 'pointer') return v0.kind === v1.kind ? v0 : null;
  const base = guessBase(index, v0.base, v1.base);
  const offset = interpolate(index, v0.offset, v1.offset, v2?.kind === 'pointer' ? v2.offset : null);
  return base && offset && { kind: 'pointer', base, offset };
}

function guessBase(index: Unknown, a: Base, b: Base): Base | null {
  if (a.kind === 'record' && b.kind === 'record') {
    const number = interpolate(index, a.number, b.number, null);
    return number && { kind: 'record', number };
  }
  if (a.kind === 'object' && b.kind === 'object') return a.id === b.id ? a : null;
  if (a.kind === 'function' && b.kind === 'function') return a.symbol === b.symbol ? a : null;
  return a.kind === b.kind ? a : null;
}

function guessBody(index: Unknown, d0: Entry[] | null, d1: Entry[] | null): Entry[] | null {
  if (!d0 || !d1 || d0.length !== d1.length) return null;
  const body: Entry[] = [];
  for (const [i, a] of d0.entries()) {
    const e = guessEntry(index, a, d1[i]!);
    if (!e) return null;
    body.push(e);
  }
  return body;
}

function guessEntry(index: Unknown, a: Entry, b: Entry): Entry | null {
  if (a.kind !== b.kind) return null;
  if (a.kind === 'loop' || b.kind === 'loop') return a.kind === 'loop' ? a : null;
  if (a.kind === 'havoc' || b.kind === 'havoc') return a;
  const base = guessBase(index, a.base, b.base);
  if (!base) return null;
  if (a.kind === 'put' && b.kind === 'put') {
    const value = guessValue(index, a.value, b.value, null);
    const offset = interpolate(index, a.offset, b.offset, null);
    return value && offset && a.size === b.size ? { ...a, base, offset, value } : null;
  }
  if (a.kind === 'fill' && b.kind === 'fill') {
    const offset = interpolate(index, a.offset, b.offset, null);
    return offset && { ...a, base, offset, length: interpolate(index, a.length, b.length, null) ?? a.length };
  }
  return { ...a, base } as Entry;
}

// ---- the context at k ------------------------------------------------------------------------------------------

/** [s(k), t, p] with h(k) = h(0) ⊕ μ(0) ⊕ … ⊕ μ(k-1). */
export function contextAt(g: Guess, closed: ReadonlyMap<string, Value>, locals: readonly Unknown[]): Context {
  const variables = new Map(g.variables);
  for (const [key, value] of closed) variables.set(key, { kind: 'value', value });
  const loop: Entry = { kind: 'loop', index: g.index, count: symbol(g.index), body: g.body, locals };
  // The index is bound inside the recurrence: a copy distinguishes it from the k of the context.
  return {
    ...g.start,
    variables,
    counter: g.counter,
    inputs: g.inputs,
    requests: g.requests,
    heap: g.body.length > 0 ? extend(g.start.heap, bindIndex(loop)) : g.start.heap,
  };
}

type LoopEntry = Extract<Entry, { kind: 'loop' }>;

/** Renames the index of the body, so that the count may depend on k. */
function bindIndex(loop: LoopEntry): LoopEntry {
  const bound: Unknown = { ...loop.index, id: `${loop.index.id}.`, name: 'j' };
  const by = new Map([[loop.index.id, symbol(bound)]]);
  return { ...loop, index: bound, body: loop.body.map((e) => substituteInEntry(e, by)) };
}

/** Are two contexts equal except for heap, path condition, facts and the `open` variables? */
export function sameState(a: Context, b: Context, open: ReadonlySet<string>): boolean {
  const bare = (c: Context): Context => ({
    ...c,
    heap: null,
    known: [],
    path: [],
    variables: new Map([...c.variables].filter(([key]) => !open.has(key))),
  });
  return stateKey(bare(a)) === stateKey(bare(b));
}

/** Unknowns of one iteration are named by their order, so that the choice of names does not matter. */
export function canonicalBody(body: readonly Entry[], locals: readonly Unknown[]): string {
  let text = body.map(keyOfEntry).join('; ');
  const found = locals.map((l) => ({ l, at: text.indexOf(l.id) })).sort((a, b) => a.at - b.at);
  found.forEach(({ l }, i) => {
    text = text.split(l.id).join(`local${i}`);
  });
  return text;
}

/** Symbols in the entries that do not occur in the context before the iteration. */
export function localsOf(body: readonly Entry[], before: Context): Unknown[] {
  const outer = new Map<string, Unknown>();
  for (const slot of before.variables.values()) if (slot.kind === 'value') symbolsOfValue(slot.value, outer);
  for (const e of entriesOf(before.heap)) symbolsOfEntry(e, outer);
  for (const c of [...before.known, ...before.path.flat()]) symbolsOf(c.term, outer);
  for (const t of [before.counter, before.inputs, before.requests]) symbolsOf(t, outer);
  const inner = new Map<string, Unknown>();
  for (const e of body) symbolsOfEntry(e, inner);
  return [...inner.values()].filter((s) => !outer.has(s.id));
}

export function symbolsOfValue(v: Value, found: Map<string, Unknown>): void {
  if (v.kind === 'number') symbolsOf(v.term, found);
  if (v.kind !== 'pointer') return;
  symbolsOf(v.offset, found);
  if (v.base.kind === 'record') symbolsOf(v.base.number, found);
}

export function symbolsOfEntry(e: Entry, found: Map<string, Unknown>): void {
  if (e.kind === 'havoc') return;
  if (e.kind === 'loop') {
    symbolsOf(e.count, found);
    const inner = new Map<string, Unknown>();
    for (const b of e.body) symbolsOfEntry(b, inner);
    for (const bound of [e.index, ...e.locals]) inner.delete(bound.id);
    for (const [id, s] of inner) found.set(id, s);
    return;
  }
  if (e.base.kind === 'record') symbolsOf(e.base.number, found);
  if (e.kind === 'new' && e.size) symbolsOf(e.size, found);
  if (e.kind === 'put') {
    symbolsOf(e.offset, found);
    symbolsOfValue(e.value, found);
  }
  if (e.kind === 'fill') {
    symbolsOf(e.offset, found);
    symbolsOf(e.length, found);
  }
}

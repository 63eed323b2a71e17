// Program contexts [s, t, p]: the state, facts about its values, and the path condition.
// The engine runs them forward over the control flow graph; contexts are immutable.

import {
  and,
  type Condition,
  type Constraint,
  type Cube,
  just,
  keyOf,
  negate,
  or,
} from '../../../logic/linear/constraint.js';
import { meltNeighbours, simplify } from '../../../logic/linear/simplify.js';
import type { Term } from '../../../logic/linear/term.js';
import type { Decider } from '../../../logic/smt/decide.js';
import { type Heap, keyOfEntry } from './heap.js';
import { keyOfValue, type Value } from './value.js';

/** A variable of an active call: its value, or its object if the address is taken. */
export type Slot =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'object'; readonly id: number; readonly size: number };

export interface Context {
  /** s: variables by activation and number. */
  readonly variables: ReadonlyMap<string, Slot>;
  /** The counter c: the number of the latest record. */
  readonly counter: Term;
  /** h */
  readonly heap: Heap;
  /** t: facts about values from loops and assumptions. */
  readonly known: Cube;
  /** p */
  readonly path: Condition;
  /** Number of objects created so far. */
  readonly objects: number;
  /** Number of inputs read so far, and of allocations requested. */
  readonly inputs: Term;
  readonly requests: Term;
  /** Number of allocations that failed on this path. */
  readonly failures: number;
  /** Is p satisfied by further paths, because a loop was over-approximated? */
  readonly guessed: boolean;
}

/** [s, t, p ∧ condition]; null if infeasible. */
export function assume(decider: Decider, context: Context, condition: Condition): Context | null {
  const path = possible(decider, context.known, and(context.path, condition));
  return path.length === 0 ? null : { ...context, path };
}

/** The cubes that are consistent with the facts. */
function possible(decider: Decider, known: Cube, condition: Condition): Condition {
  if (known.length === 0) return decider.possible(condition);
  const whole = new Map(condition.map((cube) => [[...known, ...cube] as Cube, cube]));
  return decider.possible([...whole.keys()]).map((cube) => whole.get(cube)!);
}

/** Is the constraint implied in this context? */
export const implies = (decider: Decider, { known, path }: Context, c: Constraint): boolean =>
  path.every((cube) => decider.isUnsat([...known, ...cube, negate(c)]));

export const impliesAll = (decider: Decider, context: Context, constraints: readonly Constraint[]): boolean =>
  constraints.every((c) => implies(decider, context, c));

/** [s, t ∧ c, p]: for facts that follow from the values, not from the path taken. */
export function learn(decider: Decider, context: Context, c: Constraint): Context | null {
  if (implies(decider, context, c)) return context;
  const known = [...context.known, c];
  const path = possible(decider, known, context.path);
  return path.length === 0 ? null : { ...context, known, path };
}

export interface Fork {
  readonly yes: Context | null;
  readonly no: Context | null;
}

export const fork = (decider: Decider, context: Context, c: Constraint): Fork => ({
  yes: assume(decider, context, just(c)),
  no: assume(decider, context, just(negate(c))),
});

// ---- merging ---------------------------------------------------------------------------------------------------

/** Merges contexts that differ in p alone, with the disjunction of their path conditions. */
export function mergeAll(decider: Decider, contexts: readonly Context[]): Context[] {
  if (contexts.length < 2) return [...contexts];
  const merged = new Map<string, Context>();
  for (const c of contexts) {
    const key = stateKey(c);
    const twin = merged.get(key);
    merged.set(key, twin ? united(decider, twin, c) : c);
  }
  return [...merged.values()];
}

const united = (decider: Decider, a: Context, b: Context): Context => ({
  ...a,
  path: unite(decider, a.known, a.path, b.path),
  guessed: a.guessed || b.guessed,
});

/** Simplifies syntactically at once, and more thoroughly if the disjunction is long. */
function unite(decider: Decider, known: Cube, a: Condition, b: Condition): Condition {
  const both = meltNeighbours(or(a, b));
  return both.length <= MOST_CUBES ? both : simplify(both, known, decider.isUnsat);
}

const MOST_CUBES = 6;

const heapKeys = new WeakMap<object, string>();

function heapKey(heap: Heap): string {
  if (!heap) return '';
  const cached = heapKeys.get(heap);
  if (cached !== undefined) return cached;
  const missing = [];
  let h: Heap = heap;
  for (; h && !heapKeys.has(h); h = h.previous) missing.push(h);
  let key = h ? heapKeys.get(h)! : '';
  for (const part of missing.reverse()) {
    key = hash(`${key}|${keyOfEntry(part.entry)}`);
    heapKeys.set(part, key);
  }
  return key;
}

/** Two independent 32-bit hashes of the text: chains are long, and compared often. */
function hash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b + text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 13);
  }
  return `${a >>> 0}.${b >>> 0}.${text.length}`;
}

export function stateKey(c: Context): string {
  const variables = [...c.variables]
    .map(([key, slot]) => `${key}=${slot.kind === 'value' ? keyOfValue(slot.value) : `@${slot.id}`}`)
    .sort();
  const numbers = `${c.counter.key} ${c.objects} ${c.inputs.key} ${c.requests.key} ${c.failures}`;
  return `${variables.join(' ')} ${numbers} ${heapKey(c.heap)} ${keyOf([c.known])}`;
}

// The laws of contexts [s, t, p] and of heap chains: forks share an input between them, merging keeps every path, and `get` finds
// what was put last. Held against every input of a small range.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Context, fork, mergeAll, stateKey } from '../../../src/engines/symbolic/paper/context.js';
import { findLast, sameBase } from '../../../src/engines/symbolic/paper/get.js';
import { type Entry, entriesOf, extend, type Heap } from '../../../src/engines/symbolic/paper/heap.js';
import { type Base, number } from '../../../src/engines/symbolic/paper/value.js';
import {
  and,
  atMost,
  below,
  type Condition,
  type Constraint,
  equal,
  FALSE,
  holds,
  holdsIn,
  just,
  TRUE,
} from '../../../src/logic/linear/constraint.js';
import {
  constant,
  evaluate,
  type Model,
  plus,
  symbol,
  type Term,
  type Unknown,
  ZERO,
} from '../../../src/logic/linear/term.js';
import { analyseText } from './support.js';
import '../../support/fixed-seed.js';

const { run } = analyseText('int main(void) { return 0; }').result;

const LARGEST = 3;
const input = (name: string): Unknown => ({ id: name, name, low: 0n, high: BigInt(LARGEST), origin: 'input' });
const [a, b] = [input('a'), input('b')];
const index: Unknown = { id: 'k', name: 'k', low: null, high: null, origin: 'index' };

/** Every input there is. */
const MODELS: readonly Model[] = Array.from({ length: (LARGEST + 1) ** 2 }, (_, i) => {
  const [x, y] = [i % (LARGEST + 1), Math.floor(i / (LARGEST + 1))];
  return new Map([
    ['a', BigInt(x)],
    ['b', BigInt(y)],
  ]);
});

const term = fc.oneof(
  fc.nat({ max: LARGEST }).map((n) => constant(n)),
  fc.tuple(fc.constantFrom(a, b), fc.nat({ max: 1 })).map(([s, n]) => plus(symbol(s), n)),
);
const constraint: fc.Arbitrary<Constraint> = fc
  .tuple(fc.constantFrom(equal, below, atMost), term, term)
  .map(([make, x, y]) => make(x, y));
const condition: fc.Arbitrary<Condition> = fc
  .array(fc.array(constraint, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
  .map((cubes) => cubes.flatMap((cube) => just(...cube)));

const contextOf = (heap: Heap, path: Condition = TRUE, known: readonly Constraint[] = []): Context => ({
  variables: new Map([['f.0', { kind: 'value', value: number(symbol(a)) }]]),
  counter: ZERO,
  heap,
  known,
  path,
  objects: 2,
  inputs: constant(2),
  requests: ZERO,
  failures: 0,
  guessed: false,
});

/** Is control here with this input? */
const isHere = (context: Context | null, model: Model): boolean =>
  context ? context.known.every((c) => holds(c, model)) && holdsIn(context.path, model) : false;

describe('contexts', () => {
  test('fork into two that share no input and lose none', () => {
    fc.assert(
      fc.property(condition, constraint, (path, c) => {
        const context = contextOf(null, path);
        const { yes, no } = fork(run.decider, context, c);
        for (const model of MODELS) {
          const [before, one, other] = [context, yes, no].map((x) => isHere(x, model));
          expect([one! || other!, one! && other!]).toEqual([before, false]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('that differ in their paths alone are merged into one with all their inputs', () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 2, maxLength: 5 }), (paths) => {
        const contexts = paths.map((path) => contextOf(null, path));
        const merged = mergeAll(run.decider, contexts);
        expect(merged).toHaveLength(1);
        for (const model of MODELS)
          expect(isHere(merged[0]!, model)).toBe(contexts.some((context) => isHere(context, model)));
      }),
      { numRuns: 300 },
    );
  });

  test('that differ otherwise stay apart', () => {
    const put: Entry = { kind: 'put', base: { kind: 'object', id: 1 }, offset: ZERO, size: 8, value: number(ZERO) };
    const different = [contextOf(null), contextOf(extend(null, put)), contextOf(null, TRUE, [equal(symbol(a), ZERO)])];
    expect(new Set(different.map(stateKey)).size).toBe(3);
    expect(mergeAll(run.decider, different)).toHaveLength(3);
  });
});

// ---- heaps -------------------------------------------------------------------------------------------------------

const base: fc.Arbitrary<Base> = fc.oneof(
  fc.constantFrom(1, 2).map((id): Base => ({ kind: 'object', id })),
  term.map((n): Base => ({ kind: 'record', number: n })),
);

/** The value that is put tells the puts of a chain apart. */
const put = (at: Base, offset: Term, value: number): Entry => ({
  kind: 'put',
  base: at,
  offset,
  size: 8,
  value: number(constant(value)),
});

type Plan = { readonly at: Base; readonly offset: Term; readonly count: Term | null };

const plan: fc.Arbitrary<Plan> = fc.record({
  at: base,
  offset: term,
  count: fc.option(fc.constantFrom(symbol(a), symbol(b), constant(2)), { nil: null, freq: 2 }),
});

/** What the second and the third put of a loop put. */
const [SECOND, THIRD] = [100, 200];

/** A put, or a loop that puts something at one offset after the other, several times at each. */
const chainOf = (plans: readonly Plan[]): Heap =>
  plans.reduce<Heap>((heap, { at, offset, count }, i) => {
    if (count === null) return extend(heap, put(at, offset, i));
    const k = symbol(index);
    const body = [put(at, k, i), put(at, plus(k, 1), SECOND + i), put(at, k, THIRD + i)];
    return extend(heap, { kind: 'loop', index, count, body, locals: [] });
  }, null);

const keyIn = (at: Base, offset: Term, model: Model): string => {
  const block = at.kind === 'record' ? `r${evaluate(at.number, model)}` : at.kind === 'object' ? `o${at.id}` : at.kind;
  return `${block}+${evaluate(offset, model)}`;
};

/** What is really there: the number of the last plan that has put something. */
function memoryOf(plans: readonly Plan[], model: Model): Map<string, number> {
  const memory = new Map<string, number>();
  plans.forEach(({ at, offset, count }, i) => {
    if (count === null) memory.set(keyIn(at, offset, model), i);
    for (let k = 0n; count !== null && k < evaluate(count, model); k++) {
      memory.set(keyIn(at, constant(k + 1n), model), SECOND + i);
      memory.set(keyIn(at, constant(k), model), THIRD + i);
    }
  });
  return memory;
}

const putBy = (entry: Entry): number | null =>
  entry.kind === 'put' && entry.value.kind === 'number' ? Number(evaluate(entry.value.term, new Map())) : null;

describe('heaps', () => {
  test('give what was put last, for every input, through loops too', () => {
    fc.assert(
      fc.property(fc.array(plan, { maxLength: 5 }), base, term, (plans, at, offset) => {
        const match = (e: Entry): Condition =>
          e.kind === 'put' ? and(sameBase(e.base, at), just(equal(e.offset, offset))) : FALSE;
        const found = findLast(run, contextOf(chainOf(plans)), match);
        for (const model of MODELS) {
          const here = found.filter(({ context }) => isHere(context, model));
          const answers = here.map(({ entry }) => (entry === null || entry === 'open' ? entry : putBy(entry)));
          expect(answers).toEqual([memoryOf(plans, model).get(keyIn(at, offset, model)) ?? null]);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('are chains: what is added can be told', () => {
    fc.assert(
      fc.property(fc.array(plan, { maxLength: 4 }), fc.array(plan, { maxLength: 4 }), (first, more) => {
        const start = chainOf(first);
        const added = entriesOf(chainOf(more));
        const all = extend(start, ...added);
        expect(entriesOf(all, start)).toEqual(added);
        expect(entriesOf(all)).toEqual([...entriesOf(start), ...added]);
        expect(all?.length ?? 0).toBe(first.length + more.length);
      }),
    );
  });

  test('that are equal have equal keys', () => {
    fc.assert(
      fc.property(fc.array(plan, { maxLength: 5 }), (plans) => {
        const [one, other] = [chainOf(plans), chainOf(plans)].map((heap) => stateKey(contextOf(heap)));
        expect(one).toBe(other);
        const more = put({ kind: 'object', id: 1 }, ZERO, 9);
        const longer = [extend(chainOf(plans), more), extend(null, more, ...entriesOf(chainOf(plans)))];
        for (const heap of longer) expect(stateKey(contextOf(heap))).not.toBe(one);
      }),
    );
  });
});

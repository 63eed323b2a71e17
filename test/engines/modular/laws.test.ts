// Laws of joins and merges in `modular`: the result describes all that both states described, forks are independent,
// equal states have one shape. Tested against concrete memory states (worlds.ts).

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addTo, joinKnowledge } from '../../../src/engines/modular/domain/join.js';
import { mergeStates } from '../../../src/engines/modular/domain/merge.js';
import { groupByShape } from '../../../src/engines/modular/domain/shape.js';
import { makeFact, type State } from '../../../src/engines/modular/domain/state.js';
import { limitOutcomes, limitStates } from '../../../src/engines/modular/summary/limits.js';
import { describesWorld, isHeld, type Plan, Procedure, plans, textOfState, World } from './worlds.js';
import '../../support/fixed-seed.js';

const worldsOf = (list: readonly Plan[]): World[] => {
  const procedure = new Procedure();
  return list.map((plan) => new World(procedure, plan));
};

const holds = (count: number, law: (worlds: World[]) => void, numRuns = 1000): void => {
  const lists = fc.array(plans, { minLength: count, maxLength: count });
  fc.assert(
    fc.property(lists, (list) => law(worldsOf(list))),
    { numRuns },
  );
};

const forks = (worlds: readonly World[]): State[] => worlds.map(({ state }) => state.fork());
const expectSome = (states: readonly State[], world: World): void =>
  expect(states.map((state) => describesWorld(state, world))).toContain(true);
const groups = (states: readonly State[]): readonly State[][] => groupByShape(states, (group, s) => group.push(s));

test('a path describes the concrete state it leads to', () => {
  holds(1, ([world]) => {
    expect(describesWorld(world!.state, world!)).toBe(true);
  });
});

test('not every state describes every concrete state', () => {
  const answers = new Set<boolean>();
  holds(2, ([a, b]) => void answers.add(describesWorld(a!.state, b!) === true));
  expect(answers).toEqual(new Set([true, false]));
});

describe('a fork', () => {
  test('is equal at first, and independent', () => {
    fc.assert(
      fc.property(plans, plans, (plan, more) => {
        const { state, procedure } = new World(new Procedure(), plan);
        const before = textOfState(state);
        const copy = state.fork();
        expect(textOfState(copy)).toBe(before);
        const other = new World(procedure, more).state;
        mergeStates(copy, other);
        for (const cell of [...copy.cells.values()]) copy.update(cell, { status: 'freed' });
        for (const cell of copy.cells.values())
          for (const key of cell.fields.keys()) copy.fieldsOf(cell.name).delete(key);
        copy.registers.fill(7);
        expect(textOfState(state)).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });

  test('is not affected by changes of its origin', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { state } = new World(new Procedure(), plan);
        const copy = state.fork();
        const before = textOfState(copy);
        for (const cell of state.cells.values())
          for (const key of cell.fields.keys()) state.fieldsOf(cell.name).delete(key);
        state.facts.set(99, makeFact({ low: 1, high: 1 }, true));
        expect(textOfState(copy)).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the shape', () => {
  test('of equal states is equal', () => {
    fc.assert(
      fc.property(plans, fc.constantFrom(2, 9), (plan, count) => {
        const procedure = new Procedure();
        const states = Array.from({ length: count }, () => new World(procedure, plan).state);
        expect(groups(states)).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  test('groups many states in the same way as pairs', () => {
    holds(
      8,
      (worlds) => {
        const all = groups(worlds.map(({ state }) => state));
        const first = worlds[0]!.state;
        for (const { state } of worlds.slice(1)) {
          const together = all.find((group) => group.includes(first)) === all.find((group) => group.includes(state));
          expect(groups([first, state]).length === 1).toBe(together);
        }
      },
      200,
    );
  });
});

describe('states at a join point', () => {
  test('of one shape are joined to one that describes the concrete states of both', () => {
    let joined = 0;
    holds(
      2,
      (worlds) => {
        const [a, b] = forks(worlds);
        if (groups([a!, b!]).length > 1) return;
        joined++;
        const both = joinKnowledge(a!, b!);
        for (const world of worlds) expect(describesWorld(both, world)).toBe(true);
      },
      4000,
    );
    expect(joined).toBeGreaterThan(100);
  });

  test('of any shape are merged to one that describes the concrete states of both', () => {
    holds(2, (worlds) => {
      const [a, b] = forks(worlds);
      const both = mergeStates(a!, b!);
      for (const world of worlds) expect(describesWorld(both, world)).toBe(true);
    });
  });

  test('are grouped, and the groups describe all concrete states', () => {
    holds(
      6,
      (worlds) => {
        const kept = groupByShape(forks(worlds), addTo).flat();
        for (const world of worlds) expectSome(kept, world);
      },
      300,
    );
  });

  test('are reduced to the limit, and merged ones are marked', () => {
    holds(
      6,
      (worlds) => {
        const kept = limitStates(forks(worlds), { exact: 2, merged: 1 });
        expect(kept.length).toBeLessThanOrEqual(3);
        expect(kept.filter(({ isMerged }) => !isMerged).length).toBeLessThanOrEqual(2);
        expect(kept.filter(({ isMerged }) => isMerged).length).toBeLessThanOrEqual(1);
        for (const world of worlds) expectSome(kept, world);
      },
      300,
    );
  });
});

test('outcomes are reduced to the limit, and one of them describes the concrete state', () => {
  holds(
    6,
    (worlds) => {
      const outcomes = worlds.map(({ state }) => ({ state: state.fork(), result: state.registers[0]! }));
      const few = limitOutcomes(outcomes, 2);
      expect(few.length).toBeLessThanOrEqual(2);
      for (const world of worlds) {
        const fitting = few.filter(({ state, result }) => isHeld(state, world, result!, world.registers[0]!));
        expectSome(
          fitting.map(({ state }) => state),
          world,
        );
      }
    },
    300,
  );
});

// What a Trail notes of decisions: a search has tried everything only if callees went both ways wherever the input decides.

import { expect, it } from 'vitest';
import { type Decision, Trail } from '../../src/interp/given/trail.js';
import type { Block, Terminator } from '../../src/ir/instr.js';
import type { Route } from '../../src/ir/route.js';

const ROUTE = { turns: [] } as unknown as Route;
const terminator = { kind: 'branch' } as Terminator;
const [left, right] = [{ id: 1 } as Block, { id: 2 } as Block];

const OWN = { caller: null, store: null };

const inCallee = (...origins: string[]): Decision => ({
  terminator,
  origins,
  operands: [],
  texts: [],
  others: [],
  terms: [],
  own: false,
  by: OWN,
});

it('is not thorough while a callee went one way only, where a number of the input decides', () => {
  const trail = new Trail([ROUTE], new Map());
  trail.took(OWN, terminator, left);
  trail.decided(inCallee('s->kind'));
  expect(trail.isThorough).toBe(false);
  trail.took(OWN, terminator, right);
  expect(trail.isThorough).toBe(true);
});

it('knows that a call which has returned nothing matters less', () => {
  const trail = new Trail([ROUTE], new Map());
  const own = { caller: null, store: null } as never;
  const [store] = [() => {}];
  const made = (by: unknown): Decision => ({ ...inCallee('n'), by: by as Decision['by'] });
  const [way] = trail.ways;
  expect(trail.matters(made(own), way!)).toBe(true);
  expect(trail.matters(made({ caller: own, store }), way!)).toBe(true);
  expect(trail.matters(made({ caller: own, store: null }), way!)).toBe(false);
  expect(trail.matters(made({ caller: { caller: own, store: null }, store }), way!)).toBe(false);
  const active = { caller: own, store: null } as never;
  trail.ended(active);
  expect(trail.matters(made(active), way!)).toBe(true);
});

it('takes a branch for new where it may matter', () => {
  const taken = new Map();
  const first = new Trail([ROUTE], taken);
  first.took({ caller: OWN as never, store: null }, terminator, left);
  expect(first.isNew).toBe(false);
  first.took(OWN, terminator, right);
  expect(first.isNew).toBe(true);
  const second = new Trail([ROUTE], taken);
  second.took(OWN, terminator, right);
  expect(second.isNew).toBe(false);
});

it('is thorough where no input decides', () => {
  const trail = new Trail([ROUTE], new Map());
  trail.took(OWN, terminator, left);
  trail.decided(inCallee());
  expect(trail.isThorough).toBe(true);
});

// What a Trail notes of decisions: a search has tried everything only if callees went both ways wherever the input decides.

import { expect, it } from 'vitest';
import { type Decision, Trail } from '../../src/interp/given/trail.js';
import type { Block, Terminator } from '../../src/ir/instr.js';
import type { Route } from '../../src/ir/route.js';

const ROUTE = { turns: [] } as unknown as Route;
const terminator = { kind: 'branch' } as Terminator;
const [left, right] = [{ id: 1 } as Block, { id: 2 } as Block];

const inCallee = (...origins: string[]): Decision => ({
  terminator,
  origins,
  operands: [],
  texts: [],
  others: [],
  terms: [],
  own: false,
});

it('is not thorough while a callee went one way only, where a number of the input decides', () => {
  const trail = new Trail(ROUTE, new Map());
  trail.took(terminator, left);
  trail.decided(inCallee('s->kind'));
  expect(trail.isThorough).toBe(false);
  trail.took(terminator, right);
  expect(trail.isThorough).toBe(true);
});

it('is thorough where no input decides', () => {
  const trail = new Trail(ROUTE, new Map());
  trail.took(terminator, left);
  trail.decided(inCallee());
  expect(trail.isThorough).toBe(true);
});

// Abstract states paired with concrete ones ("worlds") by the same random steps, and the concretisation relation.
// Used by the laws of joins and merges (laws.test.ts).

import fc from 'fast-check';
import { SourceText } from '../../../src/base/source.js';
import { assumeComparison, rangeOf } from '../../../src/engines/modular/domain/facts.js';
import { markEscaped } from '../../../src/engines/modular/domain/memory.js';
import { type Fact, makeCell, makeField, State } from '../../../src/engines/modular/domain/state.js';
import { isKnown, isOpaque, type Symbolic, Symbols, type Value } from '../../../src/engines/modular/domain/symbols.js';
import { Types } from '../../../src/types/basic-types.js';
import { type Comparison, NEGATED } from '../../../src/types/operators.js';
import { LP64 } from '../../../src/types/types.js';

type Held = number | { readonly block: number };

interface Block {
  status: 'live' | 'freed';
  readonly fields: Map<number, Held>;
}

export type Step =
  | { readonly op: 'number'; readonly r: number; readonly n: number }
  | { readonly op: 'parameter' | 'alloc' | 'free' | 'give'; readonly r: number; readonly i: number }
  | { readonly op: 'copy' | 'store' | 'load'; readonly r: number; readonly q: number; readonly key: number }
  | { readonly op: 'compare'; readonly i: number; readonly how: Comparison; readonly n: number };

const register = fc.nat({ max: 2 });
const two = fc.nat({ max: 1 });
const small = fc.integer({ min: -2, max: 3 });
const pointerStep = (op: 'parameter' | 'alloc' | 'free' | 'give') =>
  fc.record({ op: fc.constant(op), r: register, i: two });
const pairStep = (op: 'copy' | 'store' | 'load') =>
  fc.record({ op: fc.constant(op), r: register, q: register, key: two });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ op: fc.constant('number' as const), r: register, n: small }),
  pointerStep('parameter'),
  { weight: 3, arbitrary: pointerStep('alloc') },
  pointerStep('free'),
  { weight: 1, arbitrary: pointerStep('give') },
  pairStep('copy'),
  { weight: 2, arbitrary: pairStep('store') },
  pairStep('load'),
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('compare' as const),
      i: two,
      how: fc.constantFrom<Comparison>('eq', 'ne', 'lt', 'le', 'gt', 'ge'),
      n: small,
    }),
  },
);

export interface Plan {
  readonly parameters: readonly number[];
  readonly steps: readonly Step[];
}

export const plans: fc.Arbitrary<Plan> = fc.record({
  parameters: fc.tuple(small, small),
  steps: fc.array(step, { maxLength: 12 }),
});

const { int } = new Types(LP64);

/** The symbols of one procedure, shared by its states. */
export class Procedure {
  readonly symbols = new Symbols();
  readonly parameters: readonly Symbolic[] = [0, 1].map((i) => this.symbols.parameter(i, int));
}

/** The concrete state, and the abstract state of a path that leads there. */
export class World {
  readonly state: State;
  readonly registers: Held[] = [0, 0, 0];
  readonly blocks = new Map<number, Block>();

  constructor(
    readonly procedure: Procedure,
    readonly plan: Plan,
  ) {
    this.state = new State(procedure.symbols);
    this.state.registers = [0, 0, 0];
    for (const s of plan.steps) perform(this, this.state, s);
  }

  blockAt(r: number): Block | null {
    const held = this.registers[r]!;
    return typeof held === 'object' ? this.blocks.get(held.block)! : null;
  }
}

function perform(world: World, state: State, s: Step): void {
  switch (s.op) {
    case 'number':
      world.registers[s.r] = s.n;
      state.registers[s.r] = s.n;
      return;
    case 'parameter':
      world.registers[s.r] = world.plan.parameters[s.i]!;
      state.registers[s.r] = world.procedure.parameters[s.i]!;
      return;
    case 'alloc':
      return allocate(world, state, s.r, 10 + s.i);
    case 'free':
      return release(world, state, s.r);
    case 'give':
      return markEscaped(state, state.registers[s.r]!);
    case 'copy':
      world.registers[s.r] = world.registers[s.q]!;
      state.registers[s.r] = state.registers[s.q]!;
      return;
    case 'store':
    case 'load':
      return access(world, state, s);
    case 'compare': {
      const holds = compare(s.how, world.plan.parameters[s.i]!, s.n);
      assumeComparison(state, holds ? s.how : NEGATED[s.how], world.procedure.parameters[s.i]!, s.n);
    }
  }
}

/** The instruction at `at` allocates; paths with the same number of allocations there use the same name. */
function allocate(world: World, state: State, r: number, at: number): void {
  const pointer = state.symbols.fresh(at, state.birth(at), 'block', null);
  state.cells.set(pointer.symbol, makeCell(pointer.symbol, 'heap', 'uninitialized'));
  state.registers[r] = pointer;
  world.blocks.set(pointer.symbol, { status: 'live', fields: new Map() });
  world.registers[r] = { block: pointer.symbol };
}

function release(world: World, state: State, r: number): void {
  const block = world.blockAt(r);
  if (block?.status !== 'live') return;
  block.status = 'freed';
  state.update(state.cellAt(state.registers[r]!)!, { status: 'freed' });
}

function access(world: World, state: State, { op, r, q, key }: Step & { op: 'copy' | 'store' | 'load' }): void {
  const block = world.blockAt(r);
  const cell = state.cellAt(state.registers[r]!);
  if (block?.status !== 'live' || !cell) return;
  const offset = 8 * key;
  const field = cell.fields.get(offset);
  if (op === 'store') {
    block.fields.set(offset, world.registers[q]!);
    const event = { site: { source: NOWHERE, at: 0, end: 0 }, function: 'f' };
    state.setField(cell.name, offset, makeField(state.registers[q]!, 8, event, true));
  } else if (field) {
    world.registers[q] = block.fields.get(offset)!;
    state.registers[q] = field.value;
  }
}

const NOWHERE = new SourceText('a.c', new Uint8Array());

const COMPARE: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

const compare = (how: Comparison, a: number, b: number): boolean => COMPARE[how](a, b);

// ---- concretisation --------------------------------------------------------------------------------------------

/** Does the state describe the world? A string says why not. */
export function describesWorld(state: State, world: World): true | string {
  if (!world.procedure.parameters.every((p, i) => isWithin(state, p, world.plan.parameters[i]!)))
    return 'a parameter is out of its range';
  if (state.cases.length > 0 && !state.cases.some((c) => isCase(world, c))) return 'no case holds';
  const wrong = world.registers.findIndex((held, r) => !isHeld(state, world, state.registers[r]!, held));
  if (wrong >= 0) return `register ${wrong} holds something else`;
  for (const [name, block] of world.blocks) {
    const why = wrongWith(state, world, name, block);
    if (why) return why;
  }
  return true;
}

function isWithin(state: State, v: Value, n: number): boolean {
  const { low, high } = rangeOf(state, v);
  const fact = isKnown(v) ? undefined : state.facts.get(v.symbol);
  return low <= n && n <= high && !(fact?.nonzero && n === 0);
}

/** The world has no values for symbols that a join introduced: some number must fit. */
function isCase({ procedure, plan }: World, facts: ReadonlyMap<number, Fact>): boolean {
  return procedure.parameters.every(({ symbol }, i) => {
    const fact = facts.get(symbol);
    const n = plan.parameters[i]!;
    return !fact || (fact.low <= n && n <= fact.high && !(fact.nonzero && n === 0));
  });
}

export function isHeld(state: State, world: World, v: Value, held: Held): boolean {
  const value = state.resolve(v);
  if (isOpaque(value)) return true;
  if (typeof held === 'object')
    return !isKnown(value) && (value.symbol === held.block || isSome(state, value, held.block));
  if (isKnown(value)) return value === held;
  const parameter = world.procedure.parameters.findIndex(({ symbol }) => symbol === value.symbol);
  if (parameter >= 0) return world.plan.parameters[parameter] === held;
  const cell = state.cellAt(value);
  return cell ? held === 0 && cell.maybeNull : isWithin(state, value, held);
}

/** A pointer that a join introduced leads to some memory that has escaped. */
const isSome = (state: State, value: Symbolic, block: number): boolean =>
  !state.cellAt(value) && rangeOf(state, value).high === Infinity && state.cells.get(block)?.escaped === true;

/** Escaped memory is unknown and not compared. */
function wrongWith(state: State, world: World, name: number, block: Block): string | null {
  const cell = state.cells.get(name);
  if (!cell) return `block ${name} is missing`;
  if (cell.escaped) return null;
  if (cell.status !== block.status) return `block ${name} is ${block.status}, not ${cell.status}`;
  for (const [key, held] of block.fields) {
    const field = cell.fields.get(key);
    if (!field && cell.untouched === 'uninitialized')
      return `field ${key} of allocation ${name} is not known to be written`;
    if (field && !isHeld(state, world, field.value, held))
      return `field ${key} of allocation ${name} holds something else`;
  }
  for (const [key, { value }] of cell.fields)
    if (!block.fields.has(Number(key)) && !isOpaque(value)) return `field ${key} of allocation ${name} is not written`;
  return null;
}

/** All of a state, as text. */
export function textOfState(state: State): string {
  const cells = [...state.cells.values()].map(
    ({ name, status, maybeNull, escaped, fields }) =>
      `${name} ${status} ${maybeNull} ${escaped} ${JSON.stringify([...fields].map(([key, { value }]) => [key, value]))}`,
  );
  return JSON.stringify([state.registers, [...state.facts], [...state.same], [...state.births], cells, state.doubts]);
}

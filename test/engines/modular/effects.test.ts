// β̄, effect by effect: one outcome of a callee, built by hand, applied to a caller's state.
// The callee is `struct s *f(struct s *p)`; the caller passes an allocation of its own.

import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/engines/engine.js';
import { believerWithout } from '../../../src/engines/modular/beliefs/registry.js';
import { applyOutcome, fit, type Returned } from '../../../src/engines/modular/calls/instantiate.js';
import { globalCell } from '../../../src/engines/modular/domain/globals.js';
import { type Cell, type Event, makeCell, makeField, State } from '../../../src/engines/modular/domain/state.js';
import {
  addressOf,
  isDoubtful,
  isOpaque,
  isZero,
  OPAQUE,
  type Symbolic,
  Symbols,
  type Value,
} from '../../../src/engines/modular/domain/symbols.js';
import type { Here } from '../../../src/engines/modular/exec/report.js';
import { Notebook } from '../../../src/engines/modular/ownership/claims.js';
import type { Summary } from '../../../src/engines/modular/summary/summary.js';
import type { CallInstr } from '../../../src/ir/instr.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const TEXT = `struct s { struct s *next; struct s *other; };
struct s *f(struct s *p);
struct s *g(struct s *q) { return f(q); }
`;
const unit = readUnit('a.c', new TextEncoder().encode(TEXT), LP64);
const caller = unit.functions.find(({ name }) => name === 'g')!;
const call = caller.body!.blocks.flatMap(({ instrs }) => instrs).find(({ kind }) => kind === 'call') as CallInstr;
const pointer = caller.type.params![0]!.type;

const OPTIONS = { mallocMayFail: false, leakAtExit: false, failingAllocations: 'followed', budget: 100 } as const;

/** The callee: its symbols, its parameter, and its final state. */
class Callee {
  readonly symbols = new Symbols();
  readonly p: Symbolic = this.symbols.parameter(0, pointer);
  readonly state = new State(this.symbols);

  /** The target of p, with its initial contents. */
  look(...found: readonly (readonly [number, Value])[]): void {
    const before = new Map(found.map(([key, value]) => [key, makeField(value, 8, null, true)]));
    this.state.cells.set(this.p.symbol, makeCell(this.p.symbol, 'input', 'input', { fields: before, before }));
  }

  found = (key: number): Symbolic => this.symbols.input(this.p.symbol, key, pointer);

  write(key: number, value: Value): void {
    this.state.setField(this.p.symbol, key, makeField(value, 8, event, true));
  }

  allocate(): Symbolic {
    const block = this.symbols.fresh(1, 0, 'block', null);
    this.state.cells.set(block.symbol, makeCell(block.symbol, 'heap', 'uninitialized'));
    return block;
  }

  change(by: Partial<Cell>): void {
    this.state.update(this.state.cells.get(this.p.symbol)!, by);
  }
}

const event: Event = { site: { source: unit.source, at: 5, end: 6 }, function: 'f' };

/** The caller: an allocation of its own, which points to another one. */
class Caller {
  readonly state = new State(new Symbols());
  readonly block = this.make(10);
  readonly inner = this.make(20);
  readonly findings: Finding[] = [];

  constructor() {
    this.state.registers[0] = this.block;
    this.state.setField(this.block.symbol, 0, makeField(this.inner, 8, event, true));
  }

  private make(at: number): Symbolic {
    const block = this.state.symbols.fresh(at, 0, 'block', null);
    this.state.cells.set(block.symbol, makeCell(block.symbol, 'heap', 'uninitialized'));
    return block;
  }

  fieldAt = (key: number): Value | undefined => this.state.cells.get(this.block.symbol)!.fields.get(key)?.value;
  cell = (v: Symbolic): Cell => this.state.cells.get(v.symbol)!;
}

const ALL_BELIEFS = believerWithout([]);

function returned(
  from: Callee,
  to: Caller,
  result: Value | null = null,
  { certainty = 'certain', complete = true, arg = to.block as Value }: Partial<Called> = {},
): Returned | null | 'aliased' {
  const program = linkWithModels([unit], LP64);
  const here: Here = {
    ...ALL_BELIEFS,
    program,
    options: OPTIONS,
    watch: undefined,
    symbol: caller,
    body: caller.body!,
    at: call.at,
    end: call.end,
    block: caller.body!.entry,
    index: 0,
    summaryOf: () => null,
    keepingOf: () => null,
    globalCell: (name, variable, state) => globalCell(program, ALL_BELIEFS, name, variable, state),
    notes: new Notebook(),
    report: (finding) => void to.findings.push(finding),
  };
  const outcome = { state: from.state, result };
  const summary: Summary = {
    symbols: from.symbols,
    outcomes: [outcome],
    gaps: complete ? [] : ['paths'],
    counted: [],
    keeping: '',
  };
  const fitting = fit(here, to.state, call, [arg], outcome, summary);
  return fitting === null || fitting === 'aliased' ? fitting : applyOutcome(here, fitting, call, summary, certainty);
}

interface Called {
  readonly certainty: 'certain' | 'possible';
  readonly complete: boolean;
  readonly arg: Value;
}

const carried = (...args: Parameters<typeof returned>): Returned => returned(...args) as Returned;

describe('memory that the callee allocates', () => {
  test('is a new cell of the caller, which records its allocator', () => {
    const [from, to] = [new Callee(), new Caller()];
    const { result } = carried(from, to, from.allocate());
    const cell = to.state.cellAt(result!)!;
    expect(cell).toMatchObject({ kind: 'heap', status: 'live', escaped: false });
    expect(cell.via.map(({ message }) => message)).toEqual(['`f` allocates']);
    expect([to.block.symbol, to.inner.symbol]).not.toContain(cell.name);
  });

  test('and stores into memory of the caller is found there', () => {
    const [from, to] = [new Callee(), new Caller()];
    from.look();
    from.write(8, from.allocate());
    carried(from, to);
    expect(to.state.cellAt(to.fieldAt(8)!)).toMatchObject({ kind: 'heap' });
  });

  test('and stores where the caller has no memory is not lost', () => {
    const [from, to] = [new Callee(), new Caller()];
    from.look();
    from.change({ maybeNull: true });
    from.write(8, from.allocate());
    const before = to.state.cells.size;
    carried(from, to, null, { arg: 0 });
    expect(to.state.cells.size).toBe(before);
  });

  test('is another cell at each call', () => {
    const [from, to] = [new Callee(), new Caller()];
    const block = from.allocate();
    const [first, second] = [carried(from, to, block).result as Symbolic, carried(from, to, block).result as Symbolic];
    expect(first.symbol).not.toBe(second.symbol);
  });
});

describe('a value that the callee stores', () => {
  test('replaces the old value, which is lost', () => {
    const [from, to] = [new Callee(), new Caller()];
    from.look();
    from.write(0, 7);
    const { losses } = carried(from, to);
    expect(to.fieldAt(0)).toBe(7);
    expect(losses.map(({ value, why }) => [value, why])).toEqual([[to.inner, 'its last pointer is overwritten']]);
  });

  test('does not lose the old value if the callee was not analysed completely', () => {
    const [from, to] = [new Callee(), new Caller()];
    from.look();
    from.write(0, 7);
    const { losses } = carried(from, to, null, { complete: false });
    expect(losses).toEqual([]);
    expect(to.cell(to.inner).escaped).toBe(true);
  });

  test('may be the old value if it is unknown', () => {
    const [from, to] = [new Callee(), new Caller()];
    from.look();
    from.write(0, OPAQUE);
    const { losses } = carried(from, to);
    expect(isOpaque(to.fieldAt(0)!)).toBe(true);
    expect([losses.length, to.cell(to.inner).escaped]).toEqual([0, true]);
  });

  test('may be a value found elsewhere', () => {
    const [from, to] = [new Callee(), new Caller()];
    from.look([0, from.found(0)]);
    from.write(8, from.found(0));
    carried(from, to);
    expect([to.fieldAt(0), to.fieldAt(8)]).toEqual([to.inner, to.inner]);
  });

  test.each(['certain', 'possible'] as const)('is null with the certainty of the outcome: %s', (certainty) => {
    const [from, to] = [new Callee(), new Caller()];
    from.look();
    from.write(8, 0);
    carried(from, to, null, { certainty });
    expect([isZero(to.fieldAt(8)!), isDoubtful(to.fieldAt(8)!)]).toEqual([true, certainty === 'possible']);
  });
});

describe('memory that the callee only reads', () => {
  test('is unchanged', () => {
    const [from, to] = [new Callee(), new Caller()];
    from.look([0, from.found(0)]);
    const { result, losses } = carried(from, to, from.found(0));
    expect([result, to.fieldAt(0), losses.length]).toEqual([to.inner, to.inner, 0]);
    expect(to.findings).toEqual([]);
  });
});

describe('memory that the callee frees', () => {
  const freeing = (): Callee => {
    const from = new Callee();
    from.look();
    from.change({ status: 'freed', freed: { steps: [], event, plus: 0, conditional: false, by: '' } });
    return from;
  };

  test('is freed, and what it pointed to is lost', () => {
    const to = new Caller();
    const from = freeing();
    const { losses, freed } = carried(from, to);
    expect(to.cell(to.block)).toMatchObject({ status: 'freed' });
    expect(to.cell(to.block).freed!.steps.map(({ message }) => message)).toEqual(['`f` frees it']);
    expect(losses.map(({ value }) => value)).toEqual([to.inner]);
    expect([...freed]).toEqual([[from.p.symbol, to.block.symbol]]);
  });

  test('cannot be freed twice', () => {
    const to = new Caller();
    carried(freeing(), to);
    expect(returned(freeing(), to)).toBeNull();
    expect(to.findings.map(({ rule }) => rule)).toEqual(['double-free']);
  });

  test('must not be an interior pointer', () => {
    const to = new Caller();
    expect(returned(freeing(), to, null, { arg: addressOf(to.block.symbol, 8) })).toBeNull();
    expect(to.findings.map(({ rule }) => rule)).toEqual(['invalid-free']);
  });
});

test('memory that escapes in the callee escapes in the caller, with everything reachable from it', () => {
  const [from, to] = [new Callee(), new Caller()];
  from.look();
  from.change({ escaped: true });
  carried(from, to);
  expect([to.cell(to.block).escaped, to.cell(to.inner).escaped]).toEqual([true, true]);
});

test.each(['certain', 'possible'] as const)('a returned null has the certainty of the outcome: %s', (certainty) => {
  const { result } = carried(new Callee(), new Caller(), 0, { certainty });
  expect([isZero(result!), isDoubtful(result!)]).toEqual([true, certainty === 'possible']);
});

test('memory that is zeroed as a whole holds nulls', () => {
  const [from, to] = [new Callee(), new Caller()];
  from.look();
  from.change({ untouched: 'zero', wiped: 16 });
  carried(from, to);
  expect([to.cell(to.block).untouched, to.fieldAt(0)]).toEqual(['zero', undefined]);
});

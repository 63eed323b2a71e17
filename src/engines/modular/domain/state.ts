// The abstract state of a procedure on one path: cells with their fields, values of variables, facts about symbols.
// A state is owned by the path that runs it and changed in place; `fork` makes an independent one, cells are shared until written.

import { copyMap, ForkingMap } from '../../../base/forking-map.js';
import { NO_NAMES } from '../../../base/name-filter.js';
import { ofOneKind } from '../../../base/one-kind.js';
import type { Span } from '../../../base/source.js';
import type { LocalVariable } from '../../../ir/program.js';
import type { Range } from '../../../numeric/range.js';
import type { Site, TraceStep } from '../../engine.js';
import { isPlainLocal } from '../../shared/plain-locals.js';
import type { BeliefName } from '../beliefs/names.js';
import { type Doubts, doubtedBy, NO_DOUBTS, unite } from './doubts.js';
import {
  type FieldKey,
  isKnown,
  nullWith,
  numberOf,
  type Symbolic,
  type Symbols,
  symbolic,
  type Value,
} from './symbols.js';

export interface Field {
  readonly value: Value;
  readonly size: number;
  /** Which instruction wrote it; null for what was there before. */
  readonly written: Event | null;
  /** It was written as a pointer: a zero is null. */
  readonly isPointer: boolean;
}

/** Where something happened, in which function. */
export interface Event {
  readonly site: Site;
  readonly function: string;
}

/** What a field holds that nobody has written yet. */
export type Untouched = 'uninitialized' | 'zero' | 'input' | 'unknown';

export type CellKind = 'heap' | 'local' | 'global' | 'input' | 'unknown';

/** A block of memory: the paper's cell, with a field per offset. */
export interface Cell {
  readonly name: number;
  readonly kind: CellKind;
  readonly untouched: Untouched;
  readonly fields: ReadonlyMap<FieldKey, Field>;
  /** For inputs: what the fields held at the beginning, as far as anyone has looked. The same map if nothing is changed. */
  readonly before: ReadonlyMap<FieldKey, Field>;
  readonly status: 'live' | 'freed' | 'ended';
  /** The pointer to it may still turn out to be null: an allocation nobody has tested, an input that was only freed. */
  readonly maybeNull: boolean;
  /** Code that is not seen may have a pointer to it: nobody can say that it is lost. */
  readonly escaped: boolean;
  /** For inputs that are overwritten as a whole: how many bytes of them; null if that is not known. */
  readonly wiped: Value | null;
  /** How often bytes of it were changed in ways that `fields` does not tell. */
  readonly epoch: number;
  /** Holds what memory of the caller's held at the beginning, wherever `fields` does not say otherwise. */
  readonly copyOf: Symbolic | null;
  readonly size: Value | null;
  /** Where it was allocated, or first dereferenced. */
  readonly site: Site | null;
  /** The calls between this procedure and the allocation. */
  readonly via: readonly TraceStep[];
  readonly freed: Freeing | null;
}

export interface Freeing {
  readonly steps: readonly TraceStep[];
  readonly event: Event;
  /** How far from the cell's name the freed pointer was: a block with a header in front is freed before its name. */
  readonly plus: number;
  /** Happens in some outcomes of a call only, for reasons not seen here. */
  readonly conditional: boolean;
}

/** What is known of a symbol beyond its type. */
export interface Fact extends Range {
  readonly nonzero: boolean;
  /** Of a null: why it may be none that anybody need think of. */
  readonly doubts: Doubts;
  /** Of a null: an allocation of this procedure has failed. */
  readonly failed: boolean;
}

/** The only place where they are made. */
export const makeFact = ({ low, high }: Range, nonzero: boolean, doubts: Doubts = NO_DOUBTS, failed = false): Fact => ({
  low,
  high,
  nonzero,
  doubts,
  failed,
});

ofOneKind((n) => makeFact({ low: n, high: n }, false));

/** The way to a state, newest first: conditions of this procedure and how they turned out. */
export interface Step {
  readonly condition: Span;
  readonly holds: boolean;
  readonly before: Step | null;
}

export class State {
  /** Variables that nobody has the address of, by id. */
  registers: (Value | undefined)[] = [];
  cells = new ForkingMap<number, Cell>();
  facts = new ForkingMap<number, Fact>();
  /** Symbols that turned out to be equal to something. */
  same = new ForkingMap<number, Value>();
  /** One of these holds as well; empty if nothing more is known. What joined states knew apart from each other. */
  cases: readonly ReadonlyMap<number, Fact>[] = [];
  /** Pairs that are known to differ, by `pairKey`. */
  apart = new ForkingMap<string, readonly [Value, Value]>();
  /** How often the path went round each loop, by block. */
  rounds = new ForkingMap<number, number>();
  /** How many things each instruction has made. */
  births = new ForkingMap<number, number>();
  steps: Step | null = null;
  /** The loop (by its head) whose counters were forgotten to get out of it; nothing is reported from inside. */
  blurredIn: number | null = null;
  /** What makes reports from this state doubtful. */
  doubts: Doubts = NO_DOUBTS;
  /** What makes a null doubtful that the test at hand finds. */
  doubting: Doubts = NO_DOUBTS;
  /** Globals that may have changed: if one of them is not among the cells, it holds something unknown. */
  forgotten = NO_NAMES;
  /** How often globals were forgotten. */
  age = 0;
  /** How many cells it had when those that nobody needs had been dropped. */
  tidySize = 0;

  /** Maps of fields that no other state shares: they may be changed in place. */
  private own: Set<object> | null = null;

  constructor(readonly symbols: Symbols) {}

  fork(): State {
    this.own = null;
    const copy = new State(this.symbols);
    copy.registers = this.registers.slice();
    copy.cells = this.cells.fork();
    copy.facts = this.facts.fork();
    copy.same = this.same.fork();
    copy.apart = this.apart.fork();
    copy.cases = this.cases;
    copy.rounds = this.rounds.fork();
    copy.births = this.births.fork();
    copy.steps = this.steps;
    copy.blurredIn = this.blurredIn;
    copy.doubts = this.doubts;
    copy.forgotten = this.forgotten;
    copy.age = this.age;
    copy.tidySize = this.tidySize;
    return copy;
  }

  /** The value with everything known about its symbol put in. */
  resolve(v: Value): Value {
    if (isKnown(v)) return v;
    if (this.same.size === 0) return this.single(v);
    let value: Value = v;
    for (let hops = 0; !isKnown(value) && hops < 20; hops++) {
      const equal = this.same.get(value.symbol);
      if (equal === undefined) return this.single(value);
      value = shift(equal, value.plus, value.index);
    }
    return value;
  }

  private single(v: Symbolic): Value {
    const fact = this.facts.get(v.symbol);
    if (!fact || fact.low !== fact.high || v.index !== '') return v;
    return fact.doubts.length > 0 && v.plus === 0 ? nullWith(fact.doubts) : fact.low + v.plus;
  }

  /** The cell that a pointer points into; null if it is none that is known. */
  cellAt(v: Value): Cell | null {
    return isKnown(v) ? null : (this.cells.get(v.symbol) ?? null);
  }

  update(cell: Cell, by: Partial<Cell>): Cell {
    const next = change(copyOf(cell), by);
    this.cells.set(cell.name, next);
    return next;
  }

  setField(name: number, key: FieldKey, field: Field): void {
    this.fieldsOf(name).set(key, field);
  }

  /** The fields of a cell, to be changed. */
  fieldsOf(name: number): Map<FieldKey, Field> {
    const cell = this.cells.get(name)!;
    if (cell.fields !== cell.before && this.own?.has(cell.fields)) return cell.fields as Map<FieldKey, Field>;
    const fields = copyMap(cell.fields);
    this.cells.set(name, withFields(cell, fields, cell.before));
    this.own ??= new Set();
    this.own.add(fields);
    return fields;
  }

  /** What a field of an input held at the beginning, and still does. */
  addInput(name: number, key: FieldKey, field: Field): void {
    const cell = this.cells.get(name)!;
    if (cell.fields === cell.before && this.own?.has(cell.fields)) {
      (cell.fields as Map<FieldKey, Field>).set(key, field);
      return;
    }
    const before = copyMap(cell.before).set(key, field);
    this.own ??= new Set();
    this.own.add(before);
    if (cell.fields !== cell.before) this.setField(name, key, field);
    const fields = cell.fields === cell.before ? before : this.cells.get(name)!.fields;
    this.cells.set(name, withFields(cell, fields, before));
  }

  /** Does it stand for several states, so that nobody knows which facts belong together? */
  get isMerged(): boolean {
    return this.doubts.includes('merged-state');
  }

  doubt(name: BeliefName): void {
    this.doubts = unite(this.doubts, doubtedBy(name));
  }

  birth(at: number): number {
    const count = this.births.get(at) ?? 0;
    this.births.set(at, count + 1);
    return count;
  }

  note(condition: Span, holds: boolean): void {
    this.steps = { condition, holds, before: this.steps };
  }
}

export function hasHeap({ cells }: State): boolean {
  for (const { kind } of cells.values()) if (kind === 'heap') return true;
  return false;
}

export function shift(v: Value, plus: number, index = ''): Value {
  if (plus === 0 && index === '') return v;
  if (!isKnown(v)) return symbolic(v.symbol, v.plus + plus, v.index + index);
  return numberOf(v) + plus;
}

const EMPTY: ReadonlyMap<FieldKey, Field> = new Map();

const BLANK: Cell = {
  name: 0,
  kind: 'unknown',
  untouched: 'unknown',
  fields: EMPTY,
  before: EMPTY,
  status: 'live',
  maybeNull: false,
  escaped: false,
  wiped: null,
  epoch: 0,
  copyOf: null,
  size: null,
  site: null,
  via: [],
  freed: null,
};

export function makeCell(name: number, kind: CellKind, untouched: Untouched, rest: Partial<Cell> = NO_CHANGE): Cell {
  const cell = copyOf(BLANK);
  cell.name = name;
  cell.kind = kind;
  cell.untouched = untouched;
  return change(cell, rest);
}

const NO_CHANGE: Partial<Cell> = {};

/** Spelled out, so that all cells are objects of one kind to the machine: they are what it looks at most. */
const copyOf = (cell: Cell): Changing<Cell> => ({
  name: cell.name,
  kind: cell.kind,
  untouched: cell.untouched,
  fields: cell.fields,
  before: cell.before,
  status: cell.status,
  maybeNull: cell.maybeNull,
  escaped: cell.escaped,
  wiped: cell.wiped,
  epoch: cell.epoch,
  copyOf: cell.copyOf,
  size: cell.size,
  site: cell.site,
  via: cell.via,
  freed: cell.freed,
});

type Changing<T> = { -readonly [P in keyof T]: T[P] };

/** Changes are of many kinds: asking each for every field would be slow. */
function change(cell: Changing<Cell>, by: Partial<Cell>): Cell {
  const fields: Record<string, unknown> = cell;
  for (const key in by) {
    const value = by[key as keyof Cell];
    if (value !== undefined) fields[key] = value;
  }
  return cell;
}

function withFields(cell: Cell, fields: Cell['fields'], before: Cell['before']): Cell {
  const changed = copyOf(cell);
  changed.fields = fields;
  changed.before = before;
  return changed;
}

ofOneKind((a) =>
  makeCell(0, 'unknown', 'unknown', { wiped: a, epoch: a, copyOf: a, size: a, site: a, via: a, freed: a }),
);

export const makeField = (value: Value, size: number, written: Event | null, isPointer = false): Field => ({
  value,
  size,
  written,
  isPointer,
});

ofOneKind((a) => makeField(a, 0, a));

/** The same field with another value. */
export const withValue = ({ size, written, isPointer }: Field, value: Value): Field => ({
  value,
  size,
  written,
  isPointer,
});

/** A register is a scalar that only its own name reaches. */
export const isRegister: (v: LocalVariable) => boolean = isPlainLocal;

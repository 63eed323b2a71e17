// The abstract state of a procedure on one path: cells with fields, values of registers, facts about symbols.
// A path owns its state and changes it in place. `fork` copies it; cells are shared until they are written.

import { copyMap, ForkingMap } from '../../../base/forking-map.js';
import { NO_NAMES } from '../../../base/name-filter.js';
import { ofOneKind } from '../../../base/one-kind.js';
import type { Span } from '../../../base/source.js';
import type { Block } from '../../../ir/instr.js';
import type { LocalVariable } from '../../../ir/program.js';
import type { Range } from '../../../numeric/range.js';
import type { Finding, Site, TraceStep } from '../../engine.js';
import { isPlainLocal } from '../../shared/plain-locals.js';
import type { BeliefName } from '../beliefs/names.js';
import { type Doubts, doubtedBy, NO_DOUBTS, unite } from './doubts.js';
import { type Learned, NOTHING_LEARNED } from './learned.js';
import type { Basis, InputFacts } from './preconditions.js';
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
  /** The instruction that wrote it; null for the initial content. */
  readonly written: Event | null;
  /** Written with a pointer type: a zero is a null pointer. */
  readonly isPointer: boolean;
}

/** A position in a function, for messages. */
export interface Event {
  readonly site: Site;
  readonly function: string;
}

/** The content of fields that were not written yet. */
export type Untouched = 'uninitialized' | 'zero' | 'input' | 'unknown';

export type CellKind = 'heap' | 'local' | 'global' | 'input' | 'unknown';

/** A piece of memory (the cell of the paper), with one field per offset. */
export interface Cell {
  readonly name: number;
  readonly kind: CellKind;
  readonly untouched: Untouched;
  readonly fields: ReadonlyMap<FieldKey, Field>;
  /** The initial content of the fields that were read. The same map as `fields` if nothing was written. */
  readonly before: ReadonlyMap<FieldKey, Field>;
  readonly status: 'live' | 'freed' | 'ended';
  /** The pointer may be null: an allocation that was not tested, or an input that was only freed. */
  readonly maybeNull: boolean;
  /** Unknown code may hold a pointer to the cell, so it cannot leak. */
  readonly escaped: boolean;
  /** Of a cell that was overwritten as a whole, or is a copy: the number of bytes; null otherwise. */
  readonly wiped: Value | null;
  /** Incremented by every change that `fields` does not record. */
  readonly epoch: number;
  /** The input that this cell is a copy of, except where `fields` says otherwise. */
  readonly copyOf: Symbolic | null;
  /** The initial content was copied to memory that has no name here: what it points to has escaped. */
  readonly copied: boolean;
  readonly size: Value | null;
  /** The position of the allocation, or of the first dereference. */
  readonly site: Site | null;
  /** The calls from this procedure down to the allocation. */
  readonly via: readonly TraceStep[];
  readonly freed: Freeing | null;
  /** The functions that may release the memory, separated by blanks; null: not known. */
  readonly releasedBy: string | null;
}

export interface Freeing {
  readonly steps: readonly TraceStep[];
  readonly event: Event;
  /** The functions that release it, the innermost first, separated by blanks. */
  readonly by: string;
  /** The offset of the freed pointer in the cell: negative for an allocation with a header in front. */
  readonly plus: number;
  /**
   * The cell is freed in some outcomes of a call only: where these facts about inputs hold. None: the caller cannot tell
   * where.
   */
  readonly conditional: InputFacts | false;
}

/** What a path knows of a symbol beyond its type. */
export interface Fact extends Range {
  readonly nonzero: boolean;
  /** Of a null: the beliefs by which it is not an error. */
  readonly doubts: Doubts | null;
  /** Of a null: the result of a failed allocation of this procedure. */
  readonly failed: boolean;
}

/** The only constructor, so that all facts have one hidden class. */
export const makeFact = (
  { low, high }: Range,
  nonzero: boolean,
  doubts: Doubts | null = null,
  failed = false,
): Fact => ({
  low,
  high,
  nonzero,
  doubts,
  failed,
});

ofOneKind((n) => makeFact({ low: n, high: n }, false));

/** The branches taken on the path, newest first. */
export interface Step {
  readonly from: Block;
  readonly to: Block;
  /** The condition and its truth; null for other decisions than those of `if`. */
  readonly test: Test | null;
  /** No other branch could be taken. */
  readonly forced: boolean;
  readonly before: Step | null;
}

export interface Test {
  readonly condition: Span;
  readonly holds: boolean;
}

/** A state that the path has been in, before an instruction: kept only if findings are to be illustrated. */
export interface Past {
  readonly span: Span;
  readonly state: State;
  readonly before: Past | null;
}

/** A loss on the path, which is a leak if the path goes on to a return or to another round. */
export interface Pending {
  readonly finding: Finding;
  /** Of a pointer that a null overwrites: has the path tested for it? If nobody does, the call is assumed to succeed. */
  readonly tested: boolean;
  readonly basis: Basis;
}

export const NONE_PENDING: readonly Pending[] = [];

export class State {
  /** Values of variables whose address is not taken, by id. */
  registers: (Value | undefined)[] = [];
  cells = new ForkingMap<number, Cell>();
  facts = new ForkingMap<number, Fact>();
  /** Symbols that are known to equal another value. */
  same = new ForkingMap<number, Value>();
  /** A disjunction: the facts of one of these cases hold as well. Empty if there is none. Comes from joins. */
  cases: readonly ReadonlyMap<number, Fact>[] = [];
  /** Pairs of values that are known to differ, by `pairKey`. */
  apart = new ForkingMap<string, readonly [Value, Value]>();
  /** Iterations of each loop on this path, by the id of its head. */
  rounds = new ForkingMap<number, number>();
  /** The number of symbols that each instruction has created. */
  births = new ForkingMap<number, number>();
  steps: Step | null = null;
  past: Past | null = null;
  /** The head of the loop whose counters were widened so that the path leaves it; nothing is reported inside. */
  widenedIn: number | null = null;
  /** Doubts of all reports from this state. */
  doubts: Doubts = NO_DOUBTS;
  /** Doubts of a null that the current test finds. */
  doubting: Doubts = NO_DOUBTS;
  /** Has an allocation failed on this path? A null that it returns is no answer of a lookup. */
  outOfMemory = false;
  /** Names of havocked globals: one of them without a cell has unknown content. */
  havocked = NO_NAMES;
  /** The number of times that globals were havocked. */
  havocCount = 0;
  /** Losses that are errors if the path returns: not if it ends the program. */
  pending: readonly Pending[] = NONE_PENDING;
  /** In loops. */
  learned: Learned = NOTHING_LEARNED;
  /** The number of cells after unreachable ones were last dropped. */
  sizeAfterDrop = 0;

  /** Field maps that no other state shares, and that may be changed in place. */
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
    copy.past = this.past;
    copy.widenedIn = this.widenedIn;
    copy.doubts = this.doubts;
    copy.outOfMemory = this.outOfMemory;
    copy.havocked = this.havocked;
    copy.havocCount = this.havocCount;
    copy.pending = this.pending;
    copy.learned = this.learned;
    copy.sizeAfterDrop = this.sizeAfterDrop;
    return copy;
  }

  /** The value with known equalities and constants substituted. */
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
    return fact.doubts !== null && v.plus === 0 ? nullWith(fact.doubts) : fact.low + v.plus;
  }

  /** The cell that a pointer points into; null if there is none. */
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

  /** The fields of a cell, for writing. */
  fieldsOf(name: number): Map<FieldKey, Field> {
    const cell = this.cells.get(name)!;
    if (cell.fields !== cell.before && this.own?.has(cell.fields)) return cell.fields as Map<FieldKey, Field>;
    const fields = copyMap(cell.fields);
    this.cells.set(name, withFields(cell, fields, cell.before));
    this.own ??= new Set();
    this.own.add(fields);
    return fields;
  }

  /** Records the initial content of a field of an input. */
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

  /** Is it a merge of several states, so that its facts may belong to different paths? */
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

  /** Keeps the state as it is before the instruction. */
  remember(span: Span): void {
    const state = this.fork();
    state.past = null;
    this.past = { span, state, before: this.past };
  }

  note(step: Omit<Step, 'before'>): void {
    this.steps = { ...step, before: this.steps };
  }
}

/** The losses of both paths. */
export const joinPending = (a: readonly Pending[], b: readonly Pending[]): readonly Pending[] => [
  ...new Set([...a, ...b]),
];

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
  copied: false,
  size: null,
  site: null,
  via: [],
  freed: null,
  releasedBy: null,
};

export function makeCell(name: number, kind: CellKind, untouched: Untouched, rest: Partial<Cell> = NO_CHANGE): Cell {
  const cell = copyOf(BLANK);
  cell.name = name;
  cell.kind = kind;
  cell.untouched = untouched;
  return change(cell, rest);
}

const NO_CHANGE: Partial<Cell> = {};

/** Lists all fields, so that all cells have one hidden class: cells are the objects accessed most. */
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
  copied: cell.copied,
  size: cell.size,
  site: cell.site,
  via: cell.via,
  freed: cell.freed,
  releasedBy: cell.releasedBy,
});

type Changing<T> = { -readonly [P in keyof T]: T[P] };

/** Iterates over the given fields only, since testing all fields would be slow. */
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

/** The field with another value. */
export const withValue = ({ size, written, isPointer }: Field, value: Value): Field => ({
  value,
  size,
  written,
  isPointer,
});

/** A register is a scalar variable whose address is not taken. */
export const isRegister: (v: LocalVariable) => boolean = isPlainLocal;

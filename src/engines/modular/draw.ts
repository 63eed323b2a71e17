// A state of a path as a drawing: its variables, the cells that they lead to, what is known of their fields.
// For findings of an analysis that is to be illustrated: between the states of procedure/ and the traces of exec/report.ts.

import type { FunctionBody, LocalVariable } from '../../ir/program.js';
import type { CType } from '../../types/types.js';
import type { Drawing, DrawnEdge, DrawnField, DrawnNode } from '../drawing.js';
import { emptyFrame } from '../shared/empty-frame.js';
import { nameFields } from '../shared/name-fields.js';
import { type Cell, isRegister, type State } from './domain/state.js';
import { type FieldKey, isKnown, isUninitialized, isZero, numberOf, type Value } from './domain/symbols.js';

const MOST_ROWS = 10;
const MOST_VARIABLES = 10;
const MORE = 'more';
const TITLE = 'Heap on this path, as modular knows it';

export interface View {
  /** The cell that a finding is about. */
  readonly focus: number | null;
  /** More cells are summed up. */
  readonly most: number;
}

export function drawState(body: FunctionBody, state: State, { focus, most }: View): Drawing {
  return new Sketch(body, state, most).draw(focus);
}

class Sketch {
  private readonly edges: DrawnEdge[] = [];
  private readonly shown = new Set<number>();
  private readonly types = new Map<string, CType>();

  constructor(
    private readonly body: FunctionBody,
    private readonly state: State,
    private readonly most: number,
  ) {}

  draw(focus: number | null): Drawing {
    const { state } = this;
    const variables = this.variables();
    const reached = this.reach(focus === null ? [] : [focus], variables);
    for (const name of reached.slice(0, this.most)) this.shown.add(name);
    const nodes = variables.map((v) => this.variable(v));
    const cells = [...this.shown].map((name) => this.cell(state.cells.get(name)!));
    const left = reached.length - cells.length;
    const label = left > 0 ? `… ${left} more` : '…';
    const more: DrawnNode[] = this.edges.some(({ to }) => to === MORE)
      ? [{ id: MORE, kind: 'unknown', label, fields: [], summary: false, title: 'memory that is not drawn' }]
      : [];
    const all = [...nodes, ...cells, ...more];
    const boxes = all.length > 0 ? all : [emptyFrame(this.body.symbol.name)];
    const drawing = { title: TITLE, nodes: boxes, edges: this.edges, notes: [] };
    return nameFields(drawing, this.types);
  }

  /** Those with a value, pointers first, in the order of their declarations. */
  private variables(): LocalVariable[] {
    const { state } = this;
    const there = this.body.variables.filter((v) => v.kind !== 'temporary' && this.contents(v).length > 0);
    const rank = (v: LocalVariable) =>
      this.contents(v).some((x) => !isKnown(x) && state.cellAt(state.resolve(x))) ? 0 : v.kind === 'parameter' ? 1 : 2;
    const chosen = new Set([...there].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_VARIABLES));
    return there.filter((v) => chosen.has(v));
  }

  private contents(v: LocalVariable): Value[] {
    const { state } = this;
    if (isRegister(v)) {
      const value = state.registers[v.id];
      return value === undefined ? [] : [value];
    }
    return [...(state.cells.get(state.symbols.local(v))?.fields.values() ?? [])].map(({ value }) => value);
  }

  /** Breadth first. */
  private reach(first: readonly number[], variables: readonly LocalVariable[]): number[] {
    const { state } = this;
    const found = new Set(first.filter((name) => state.cells.has(name)));
    const visit = (value: Value) => {
      const cell = isKnown(value) ? null : state.cellAt(state.resolve(value));
      if (cell && cell.kind !== 'local') found.add(cell.name);
    };
    for (const v of variables) this.contents(v).forEach(visit);
    for (const name of found) for (const { value } of state.cells.get(name)!.fields.values()) visit(value);
    return [...found];
  }

  // ---- boxes -------------------------------------------------------------------------------------------------------

  private variable(v: LocalVariable): DrawnNode {
    const { state } = this;
    const id = `v${v.id}`;
    this.types.set(id, v.type);
    const frame = { function: this.body.symbol.name, depth: 0 };
    const cell = isRegister(v) ? null : state.cells.get(state.symbols.local(v));
    const fields = cell
      ? this.rows(cell, id)
      : [{ name: '', value: this.show(state.registers[v.id]!, id, null, v.type.kind === 'pointer') }];
    return { id, kind: 'variable', label: v.name, fields, summary: false, title: v.name, frame };
  }

  private cell(cell: Cell): DrawnNode {
    const id = idOf(cell.name);
    const at = cell.site ? `, line ${cell.site.source.locate(cell.site.at).line}` : '';
    if (cell.status !== 'live') {
      const { site } = cell.freed?.event ?? {};
      const where = site ? ` in line ${site.source.locate(site.at).line}` : '';
      const gone = cell.status === 'freed' ? `freed${where}` : 'out of scope';
      const fields = [{ name: '', value: gone }];
      return { id, kind: 'freed', label: LABELS[cell.kind], fields, summary: false, title: `${gone}${at}` };
    }
    const fields = this.rows(cell, id);
    return { id, kind: 'cell', label: this.labelOf(cell), fields, summary: false, title: `${LABELS[cell.kind]}${at}` };
  }

  private labelOf({ kind, name, size }: Cell): string {
    const info = this.state.symbols.info(name);
    if (info.kind === 'global') return info.variable.literal ? 'text' : info.variable.name;
    const bytes = size === null ? null : this.state.resolve(size);
    return bytes !== null && isKnown(bytes) ? `${numberOf(bytes)} bytes` : LABELS[kind];
  }

  private rows(cell: Cell, id: string): DrawnField[] {
    const known = [...cell.fields].filter(([key]) => typeof key === 'number' || !key.startsWith('b'));
    const rows = known.sort(byOffset).map(([key, field]): DrawnField => {
      const name = typeof key === 'number' ? `+${key}` : key;
      return { name, value: this.show(field.value, id, name, field.isPointer) };
    });
    return rows.length > MOST_ROWS ? [...rows.slice(0, MOST_ROWS), { name: '…', value: null }] : rows;
  }

  // ---- values ------------------------------------------------------------------------------------------------------

  /** The value of a row; null if an edge is drawn, or nothing is known. */
  private show(v: Value, from: string, fromField: string | null, isPointer: boolean): string | null {
    const { state } = this;
    const value = state.resolve(v);
    if (isUninitialized(value)) return 'uninitialised';
    if (isKnown(value)) return isPointer && isZero(value) ? 'null' : String(numberOf(value));
    const cell = state.cellAt(value);
    if (cell) {
      const info = state.symbols.info(cell.name);
      const local = info.kind === 'local' ? `v${info.variable.id}` : null;
      const to = local ?? (this.shown.has(cell.name) ? idOf(cell.name) : MORE);
      const toField = to === MORE || value.plus === 0 ? null : `+${value.plus}`;
      this.edges.push({ from, fromField, to, toField, certainty: cell.maybeNull ? 'may' : 'must', label: '' });
      return null;
    }
    return this.describe(value.symbol, value.plus, isPointer);
  }

  private describe(symbol: number, plus: number, isPointer: boolean): string | null {
    const { symbols, facts } = this.state;
    const info = symbols.info(symbol);
    if (info.kind === 'function') return info.target.name;
    if (info.kind === 'global') return info.variable.literal ? 'literal' : `&${info.variable.name}`;
    const fact = facts.get(symbol);
    if (isPointer) return fact?.nonzero ? 'not null' : '?';
    if (!fact || plus !== 0) return '?';
    if (fact.low > -LARGE && fact.high < LARGE) return `∈ [${fact.low}, ${fact.high}]`;
    if (fact.low > -LARGE) return `≥ ${fact.low}`;
    return fact.high < LARGE ? `≤ ${fact.high}` : fact.nonzero ? '≠ 0' : '?';
  }
}

/** Bounds beyond come from the type. */
const LARGE = 2 ** 31 - 1;

const idOf = (cell: number): string => `c${cell}`;

const LABELS: Readonly<Record<Cell['kind'], string>> = {
  heap: 'memory',
  local: 'variable',
  global: 'global',
  input: 'memory of the caller',
  unknown: 'memory',
};

const byOffset = ([a]: readonly [FieldKey, unknown], [b]: readonly [FieldKey, unknown]): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : typeof a === 'number' ? -1 : 1;

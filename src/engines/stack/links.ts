// Which pointer fields are inverse links: the program writes `x->f = y` and `y->b = x`, as in doubly linked lists.
// A heuristic for scene.ts: it selects instrumentation predicates; soundness does not depend on it.

import { edgesOf } from '../../ir/cfg.js';
import type { Block, CallInstr, Expr, Instr, Place } from '../../ir/instr.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { cellOf, isPointer } from './places.js';
import type { SceneFunction } from './scene.js';

/** Byte offsets of forward links, and of their inverses. */
export interface FoundLinks {
  readonly forth: ReadonlySet<number>;
  readonly back: ReadonlySet<number>;
}

export const NO_LINKS: FoundLinks = { forth: new Set(), back: new Set() };

export function findLinks(functions: readonly SceneFunction[]): FoundLinks {
  const reader = new LinkReader();
  // A second pass uses what is known of functions that initialise a cell and return it.
  for (let round = 0; round < 2; round++) for (const f of functions) reader.read(f);
  return twoSides(reader.pairs) ?? NO_LINKS;
}

/** Values of variables, and of fields of values, on one path through a function; values are numbers. */
interface Memory {
  readonly variables: Map<unknown, number>;
  readonly fields: Map<number, Map<number, number>>;
}

class LinkReader {
  /** Offsets of mutually inverse fields. */
  readonly pairs = new Map<number, Set<number>>();
  /** For each function, the fields of its result that hold one of its parameters. */
  private readonly filled = new Map<FunctionSymbol, Map<number, number>>();
  private values = 0;

  read({ symbol, body }: SceneFunction): void {
    const start: Memory = { variables: new Map(), fields: new Map() };
    const params = body.params.map((v) => this.valueOf(start, v));
    const before = new Map<number, Memory>([[0, start]]);
    for (const block of inOrder(body.blocks)) {
      const m = before.get(block.id)!;
      for (const i of block.instrs) this.instr(m, i);
      for (const { to } of edgesOf(block)) if (!before.has(to.id)) before.set(to.id, copyOf(m));
      const t = block.terminator;
      if (t.kind === 'return' && t.value && isPointer(t.value.type)) this.fills(symbol, m, t.value, params);
    }
  }

  private fills(symbol: FunctionSymbol, m: Memory, result: Expr, params: readonly number[]): void {
    const known = this.filled.get(symbol) ?? new Map<number, number>();
    for (const [offset, value] of this.fieldsOf(m, this.evaluate(m, result))) {
      if (params.includes(value)) known.set(offset, params.indexOf(value));
    }
    this.filled.set(symbol, known);
  }

  private instr(m: Memory, i: Instr): void {
    if (i.kind === 'assign' && isPointer(i.place.type)) this.store(m, i.place, this.evaluate(m, i.value));
    if (i.kind === 'call' && i.result && isPointer(i.result.type)) this.store(m, i.result, this.called(m, i));
  }

  private called(m: Memory, { callee, args }: CallInstr): number {
    const result = this.values++;
    const filled = callee.kind === 'direct' ? this.filled.get(callee.function) : undefined;
    for (const [offset, param] of filled ?? []) {
      if (args[param]) this.fieldsOf(m, result).set(offset, this.evaluate(m, args[param]));
    }
    return result;
  }

  private store(m: Memory, place: Place, value: number): void {
    if (place.kind === 'var') m.variables.set(place.variable, value);
    const cell = cellOf(place);
    if (!cell) return;
    const owner = this.evaluate(m, cell.pointer);
    this.fieldsOf(m, owner).set(cell.offset, value);
    for (const [offset, back] of this.fieldsOf(m, value)) {
      if (back === owner && offset !== cell.offset) this.pair(offset, cell.offset);
    }
  }

  private pair(a: number, b: number): void {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      this.pairs.set(x, (this.pairs.get(x) ?? new Set()).add(y));
    }
  }

  private evaluate(m: Memory, e: Expr): number {
    if (e.kind === 'cast') return this.evaluate(m, e.operand);
    if (e.kind !== 'load') return this.values++;
    if (e.place.kind === 'var') return this.valueOf(m, e.place.variable);
    const cell = cellOf(e.place);
    if (!cell) return this.values++;
    const fields = this.fieldsOf(m, this.evaluate(m, cell.pointer));
    const known = fields.get(cell.offset) ?? this.values++;
    fields.set(cell.offset, known);
    return known;
  }

  private valueOf(m: Memory, variable: unknown): number {
    const known = m.variables.get(variable) ?? this.values++;
    m.variables.set(variable, known);
    return known;
  }

  private fieldsOf({ fields }: Memory, value: number): Map<number, number> {
    const known = fields.get(value) ?? new Map<number, number>();
    fields.set(value, known);
    return known;
  }
}

const copyOf = ({ variables, fields }: Memory): Memory => ({
  variables: new Map(variables),
  fields: new Map([...fields].map(([v, own]) => [v, new Map(own)])),
});

/** Reachable blocks, each after one of its predecessors. */
function inOrder(blocks: readonly Block[]): Block[] {
  const seen = new Set([blocks[0]!]);
  for (const block of seen) for (const { to } of edgesOf(block)) seen.add(to);
  return [...seen];
}

/** Bipartitions the fields so that each has inverses only on the other side; null if that is impossible. */
function twoSides(pairs: ReadonlyMap<number, ReadonlySet<number>>): FoundLinks | null {
  const sides = [new Set<number>(), new Set<number>()] as const;
  const put = (offset: number, side: 0 | 1): boolean => {
    if (sides[side].has(offset)) return true;
    if (sides[1 - side]!.has(offset)) return false;
    sides[side].add(offset);
    return [...pairs.get(offset)!].every((other) => put(other, side === 0 ? 1 : 0));
  };
  const fits = [...pairs.keys()].sort((a, b) => a - b).every((offset) => sides[1].has(offset) || put(offset, 0));
  return fits ? { forth: sides[0], back: sides[1] } : null;
}

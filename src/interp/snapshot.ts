// The concrete heap at one moment, in a neutral form: objects with typed cells, edges between them, variables.
// Made by the interpreter; compared by the differential harness with what an engine says about the same point.

import type { FunctionSymbol, GlobalVariable, LocalVariable } from '../ir/program.js';
import { isInteger } from '../types/questions.js';
import type { CType } from '../types/types.js';
import { readValue } from './cells.js';
import { readBits } from './compile/bitfield.js';
import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import type { ObjectKind, Site } from './memory.js';
import { isPoisoned, objectOf, offsetOf } from './pointer.js';
import { isPointerRep, repOf, type Value } from './rep.js';
import type { Int } from './wide.js';

export type CellValue =
  | { readonly kind: 'pointer'; readonly node: number; readonly offset: number }
  | { readonly kind: 'null' }
  | { readonly kind: 'uninitialized' }
  | { readonly kind: 'function'; readonly target: FunctionSymbol }
  /** An integer or floating number, or a pointer-sized number that points nowhere. */
  | { readonly kind: 'number'; readonly value: Int };

export interface Cell {
  readonly offset: number;
  /** Null in memory whose type is unknown so far. */
  readonly type: CType | null;
  readonly value: CellValue;
}

export interface HeapNode {
  /** Identifies the object within this run. */
  readonly id: number;
  readonly kind: ObjectKind;
  readonly state: 'alive' | 'freed' | 'ended';
  readonly size: number;
  /** The site of the allocation. */
  readonly site: Site | null;
  /** The type of its variable, or of the pointer through which it was first reached. */
  readonly type: CType | null;
  readonly cells: readonly Cell[];
}

/** A variable that lives in a register has its value here; one in memory is a node. */
export interface Binding<V extends LocalVariable | GlobalVariable = LocalVariable> {
  readonly variable: V;
  readonly value: CellValue | null;
  readonly node: number | null;
}

export interface FrameSnapshot {
  readonly function: FunctionSymbol;
  readonly variables: readonly Binding[];
}

export interface HeapSnapshot {
  /** Innermost first. */
  readonly frames: readonly FrameSnapshot[];
  readonly globals: readonly Binding<GlobalVariable>[];
  /** Everything reachable from the variables, including freed memory that something still points to. */
  readonly nodes: ReadonlyMap<number, HeapNode>;
}

export function takeSnapshot(m: Machine): HeapSnapshot {
  const taker = new Taker(m);
  const globals: Binding<GlobalVariable>[] = [];
  for (const [variable, pointer] of m.program.variables()) {
    if (variable.literal) continue;
    globals.push({ variable, value: null, node: taker.reach(objectOf(pointer), variable.type) });
  }
  const frames: FrameSnapshot[] = [];
  for (let f = m.frame; f; f = f.caller) frames.push(taker.frame(f));
  taker.finish();
  return { frames, globals, nodes: taker.nodes };
}

class Taker {
  readonly nodes = new Map<number, HeapNode>();
  private readonly pending: [number, CType | null][] = [];
  private readonly seen = new Set<number>();

  constructor(private readonly m: Machine) {}

  frame(f: Frame): FrameSnapshot {
    const { body, memorySlots } = f.code;
    const inMemory = new Set(memorySlots);
    const live = f.node ? this.m.factsOf(body).liveTemporaries(f.node, f === this.m.frame ? 'before' : 'after') : null;
    const variables: Binding[] = [];
    for (const variable of body.variables) {
      if (variable.kind === 'temporary' && live && !live.has(variable.id)) continue;
      const value = f.registers[variable.id]!;
      if (!inMemory.has(variable.id)) {
        variables.push({ variable, value: this.cell(value, variable.type), node: null });
      } else if (value !== 0) {
        variables.push({ variable, value: null, node: this.reach(objectOf(value as Int), variable.type) });
      }
    }
    return { function: body.symbol, variables };
  }

  reach(id: number, type: CType | null): number {
    if (!this.seen.has(id)) {
      this.seen.add(id);
      this.pending.push([id, type]);
    }
    return id;
  }

  finish(): void {
    for (let next = this.pending.pop(); next; next = this.pending.pop()) this.nodes.set(next[0], this.node(...next));
  }

  private node(id: number, type: CType | null): HeapNode {
    const { memory } = this.m;
    const info = memory.info[id]!;
    const alive = memory.isAlive(id);
    const size = memory.size[id]!;
    const state = alive ? 'alive' : info.kind === 'heap' ? 'freed' : 'ended';
    const fits = type && type.size > 0 && type.size <= size ? type : null;
    const cells: Cell[] = [];
    if (alive && info.kind !== 'literal') this.cells(memory.base[id]!, size, fits, cells);
    return { id, kind: info.kind, state, size, site: info.allocated, type: fits, cells };
  }

  /** Memory larger than its type is an array of it. */
  private cells(start: number, size: number, type: CType | null, out: Cell[]): void {
    if (!type) {
      const word = this.m.pointerSize;
      for (let at = 0; at + word <= size; at += word) out.push(this.untyped(start, at));
      return;
    }
    for (let at = 0; at + type.size <= size; at += type.size) this.typedCells(start, at, type, out);
  }

  private typedCells(start: number, at: number, type: CType, out: Cell[]): void {
    if (type.kind === 'record') {
      for (const field of type.fields ?? []) {
        if (field.bits) {
          const value = readBits(this.m.memory, start + at + field.offset, field.bits, field.type);
          out.push({ offset: at + field.offset, type: field.type, value: { kind: 'number', value } });
        } else this.typedCells(start, at + field.offset, field.type, out);
      }
    } else if (type.kind === 'array') {
      for (let i = 0; i < (type.length ?? 0); i++)
        this.typedCells(start, at + i * type.element.size, type.element, out);
    } else if (repOf(type) !== 'bytes' && repOf(type) !== 'none') {
      out.push({ offset: at, type, value: this.cell(readValue(this.m.memory, start + at, type), type) });
    }
  }

  private untyped(start: number, at: number): Cell {
    const value = readValue(this.m.memory, start + at, this.m.program.linkage.units[0]!.types.voidPointer);
    return { offset: at, type: null, value: this.cell(value, this.m.program.linkage.units[0]!.types.voidPointer) };
  }

  private cell(value: Value, type: CType): CellValue {
    if (typeof value === 'object') return { kind: 'number', value: 0 };
    if (!isPointerRep(repOf(type))) {
      return isInteger(type) ? { kind: 'number', value } : { kind: 'number', value: Number(value) };
    }
    if (value === 0) return { kind: 'null' };
    if (isPoisoned(value)) return { kind: 'uninitialized' };
    const id = objectOf(value);
    const info = id > 0 ? this.m.memory.info[id] : null;
    if (!info) return { kind: 'number', value };
    if (info.kind === 'function') return { kind: 'function', target: info.owner as FunctionSymbol };
    const target = type.kind === 'pointer' && type.target.kind !== 'void' ? type.target : null;
    return { kind: 'pointer', node: this.reach(id, offsetOf(value) === 0 ? target : null), offset: offsetOf(value) };
  }
}

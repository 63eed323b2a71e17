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
import { isPoisoned, objectOf, offsetOf, POISON_BYTE } from './pointer.js';
import { isPointerRep, repOf, type Value } from './rep.js';
import type { Int } from './wide.js';

export type CellValue =
  | { readonly kind: 'pointer'; readonly node: number; readonly offset: number }
  | { readonly kind: 'null' }
  | { readonly kind: 'uninitialized' }
  /** Null: a function that is not part of the program. */
  | { readonly kind: 'function'; readonly target: FunctionSymbol | null }
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
  /** Where it was freed. */
  readonly freed: Site | null;
  /** The type of its variable, or of the pointer through which it was first reached. */
  readonly type: CType | null;
  readonly cells: readonly Cell[];
  /** The characters of a text, as far as they are shown; only in a snapshot with limits, which then has no cells for them. */
  readonly text: string | null;
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

/** How much of the heap a snapshot has: what the variables of frames reach comes first, level by level. */
export interface SnapshotLimits {
  readonly nodes: number;
  readonly cellsPerNode: number;
  readonly frames: number;
  readonly characters: number;
  isWanted(g: GlobalVariable): boolean;
}

/** Without limits, everything that is reachable. */
export function takeSnapshot(m: Machine, limits: SnapshotLimits | null = null): HeapSnapshot {
  const taker = new Taker(m, limits);
  const frames: FrameSnapshot[] = [];
  for (let f = m.frame; f && frames.length < (limits?.frames ?? Infinity); f = f.caller) frames.push(taker.frame(f));
  const globals: Binding<GlobalVariable>[] = [];
  for (const [variable, pointer] of m.program.variables()) {
    if (variable.literal || (limits && !limits.isWanted(variable))) continue;
    globals.push({ variable, value: null, node: taker.reach(objectOf(pointer), variable.type) });
  }
  taker.finish();
  return { frames, globals, nodes: taker.nodes };
}

/** Does a number consist of nothing but the bytes of uninitialised memory? */
const isUnset = (value: Int | number, { size }: CType): boolean =>
  size >= 4 && BigInt.asUintN(32, BigInt(Math.trunc(Number(value)) || 0)) === BigInt(POISON_BYTE * 0x01010101);

/** The type of string literals, whatever they are called. */
const CHARACTERS = 'characters';

const isText = (type: CType): boolean =>
  type.kind === 'array' ? isText(type.element) : type.kind === 'int' && type.size === 1;

class Taker {
  readonly nodes = new Map<number, HeapNode>();
  private readonly pending: [number, CType | null][] = [];
  private readonly seen = new Map<number, CType | null>();

  constructor(
    private readonly m: Machine,
    private readonly limits: SnapshotLimits | null,
  ) {}

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

  /** In a snapshot with limits, the first pointer that tells a type decides; otherwise the first one. */
  reach(id: number, type: CType | null): number {
    const known = this.seen.get(id);
    if (known === undefined || (this.limits && known === null && type !== null)) {
      this.seen.set(id, type);
      this.pending.push([id, type]);
    }
    return id;
  }

  finish(): void {
    const most = this.limits?.nodes ?? Infinity;
    for (let i = 0; i < this.pending.length && this.nodes.size < most; i++) {
      const next = this.pending[i]!;
      this.nodes.set(next[0], this.node(...next));
    }
  }

  private node(id: number, reachedAs: CType | null): HeapNode {
    const { memory } = this.m;
    const info = memory.info[id]!;
    const type = info.owner && info.owner.kind !== 'function' ? info.owner.type : reachedAs;
    const alive = memory.isAlive(id);
    const size = memory.size[id]!;
    const state = alive ? 'alive' : info.kind === 'heap' ? 'freed' : 'ended';
    const fits = type && type.size > 0 && type.size <= size ? type : null;
    const cells: Cell[] = [];
    const text = alive ? this.text(id, info.kind === 'literal' ? CHARACTERS : fits) : null;
    if (alive && info.kind !== 'literal' && text === null) this.cells(memory.base[id]!, size, fits, cells);
    return { id, kind: info.kind, state, size, site: info.allocated, freed: info.freed, type: fits, cells, text };
  }

  /** The text in an object of characters. */
  private text(id: number, type: CType | typeof CHARACTERS | null): string | null {
    if (!this.limits || !type || (type !== CHARACTERS && !isText(type))) return null;
    const { memory } = this.m;
    const start = memory.base[id]!;
    const all = memory.u8.subarray(start, start + Math.min(memory.size[id]!, this.limits.characters));
    const end = all.indexOf(0);
    const shown = end < 0 ? all : all.subarray(0, end);
    return shown.every((byte) => byte === POISON_BYTE) && shown.length > 0 ? '' : Buffer.from(shown).toString('utf8');
  }

  /** Memory larger than its type is an array of it. */
  private cells(start: number, size: number, type: CType | null, out: Cell[]): void {
    if (!type) {
      const word = this.m.pointerSize;
      const most = this.limits?.cellsPerNode ?? Infinity;
      for (let at = 0; at + word <= size && out.length < most; at += word) out.push(this.untyped(start, at));
      return;
    }
    const enough = () => out.length >= (this.limits?.cellsPerNode ?? Infinity);
    for (let at = 0; at + type.size <= size && !enough(); at += type.size) this.typedCells(start, at, type, out);
  }

  private typedCells(start: number, at: number, type: CType, out: Cell[]): void {
    if (out.length >= (this.limits?.cellsPerNode ?? Infinity)) return;
    if (type.kind === 'record') {
      for (const field of type.fields ?? []) {
        if (field.bits) {
          const value = readBits(this.m.memory, start + at + field.offset, field.bits, field.type);
          out.push({ offset: at + field.offset, type: field.type, value: { kind: 'number', value } });
        } else this.typedCells(start, at + field.offset, field.type, out);
      }
    } else if (type.kind === 'array') {
      if (this.limits && isText(type)) return;
      const most = this.limits?.cellsPerNode ?? Infinity;
      for (let i = 0; i < (type.length ?? 0) && out.length < most; i++)
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
      if (this.limits && isUnset(value, type)) return { kind: 'uninitialized' };
      return isInteger(type) ? { kind: 'number', value } : { kind: 'number', value: Number(value) };
    }
    if (value === 0) return { kind: 'null' };
    if (isPoisoned(value)) return { kind: 'uninitialized' };
    const id = objectOf(value);
    const info = id > 0 ? this.m.memory.info[id] : null;
    if (!info) return { kind: 'number', value };
    if (info.kind === 'function') return { kind: 'function', target: info.owner as FunctionSymbol | null };
    const target = type.kind === 'pointer' && type.target.kind !== 'void' ? type.target : null;
    return { kind: 'pointer', node: this.reach(id, offsetOf(value) === 0 ? target : null), offset: offsetOf(value) };
  }
}

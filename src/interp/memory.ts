// Byte-precise memory: one arena of bytes, and a table of objects with bounds, liveness and history.
// The hot path of the interpreter: `at` checks a pointer and gives an index into the arena's typed arrays.

import type { Instr, Terminator, Variable } from '../ir/instr.js';
import type { FunctionBody, FunctionSymbol, LocalVariable } from '../ir/program.js';
import { Addresses32, type SavedAddresses } from './address32.js';
import { fail, obstruct } from './incidents.js';
import { BIAS, isPoisoned, makePointer, POISON_BYTE, WORD } from './pointer.js';
import type { Int } from './wide.js';

/**
 * `undefined` is a variable that some unit declares and none defines: its address exists, its contents do not. `given` is an
 * object that the code before a run that begins at a function would have made.
 */
export type ObjectKind =
  | 'static'
  | 'stack'
  | 'heap'
  | 'alloca'
  | 'literal'
  | 'function'
  | 'label'
  | 'library'
  | 'undefined'
  | 'given';

/** The access state of an object. */
export const GONE = 0;
export const WRITABLE = 1;
export const READABLE = 2;

/** An instruction with its function: enough to print a position later. */
export interface Site {
  readonly node: Instr | Terminator;
  readonly body: FunctionBody;
}

/** Makes the contents of given objects when they are accessed. */
export interface ObjectMaker {
  /** Makes the object long enough for `n` bytes at the offset, with contents; or ends the run. */
  reach(id: number, offset: number, n: number): void;
}

/** Metadata of an object. */
export interface ObjectInfo {
  readonly kind: ObjectKind;
  /** The variable or function that the object belongs to, if any. */
  readonly owner: Variable | FunctionSymbol | null;
  readonly allocated: Site | null;
  freed: Site | null;
  /** Numbers heap allocations in order: identifies one across runs with the same input. */
  readonly serial: number;
}

/** Ids of dead objects are quarantined this long before reuse, so that dangling pointers are noticed. */
const QUARANTINE = 1 << 14;
const MAX_OBJECTS = 1 << 20;
/** Objects of these kinds have an address but no contents. */
const NO_BYTES: ReadonlySet<ObjectKind> = new Set(['function', 'label', 'undefined']);
const GRAIN = 16;
const SMALL = 1024;

/** The memory before a run: objects with their contents. */
export interface SavedMemory {
  readonly bytes: Uint8Array;
  readonly base: Int32Array;
  readonly size: Int32Array;
  readonly state: Uint8Array;
  readonly packed: Uint8Array;
  readonly info: readonly (ObjectInfo | null)[];
  readonly reliesOn: string | null;
  readonly addresses32: SavedAddresses | null;
}

export class Memory {
  // Typed arrays instead of a JS object each: an allocation is a few stores, and the check below stays monomorphic.
  u8 = new Uint8Array(1 << 16);
  i8 = new Int8Array(this.u8.buffer);
  u16 = new Uint16Array(this.u8.buffer);
  i16 = new Int16Array(this.u8.buffer);
  u32 = new Uint32Array(this.u8.buffer);
  i32 = new Int32Array(this.u8.buffer);
  f32 = new Float32Array(this.u8.buffer);
  f64 = new Float64Array(this.u8.buffer);
  view = new DataView(this.u8.buffer);
  base = new Int32Array(1 << 12);
  size = new Int32Array(1 << 12);
  state = new Uint8Array(1 << 12);
  /** Was a pointer ever stored unaligned in the object? Then the reachability scan looks at every byte. */
  packed = new Uint8Array(1 << 12);
  /** What the run has relied on so far that C leaves open, or that the interpreter computes differently. */
  reliesOn: string | null = null;
  readonly info: (ObjectInfo | null)[] = [null];
  /** Present in runs that begin at a function. */
  maker: ObjectMaker | null = null;
  private readonly quarantine: number[] = [];
  private quarantineHead = 0;
  private readonly freeLists: number[][] = [];
  private readonly largeLists = new Map<number, number[]>();
  private top = GRAIN;
  private serials = 0;
  /** Present on targets with four-byte pointers. */
  readonly addresses32: Addresses32 | null;

  /** Ids of freed objects by size, if addresses are reused at once. */
  private readonly reusable: Map<number, number[]> | null;

  constructor(
    private readonly budget: number,
    readonly pointerSize: 4 | 8,
    addresses: 'fresh' | 'reused' = 'fresh',
  ) {
    this.reusable = addresses === 'reused' ? new Map() : null;
    this.addresses32 = pointerSize === 4 ? new Addresses32(this) : null;
  }

  // ---- access ----------------------------------------------------------------------------------------------------

  /** The arena index of `n` readable bytes at `pointer`. */
  at(pointer: Int, n: number): number {
    const id = typeof pointer === 'number' ? (pointer / WORD) | 0 : 0;
    const offset = typeof pointer === 'number' ? (pointer >>> 0) - BIAS : -1;
    if (this.state[id] !== GONE && offset >= 0 && offset + n <= this.size[id]!) return this.base[id]! + offset;
    return this.fault(pointer, n, 'read');
  }

  /** The arena index of `n` writable bytes at `pointer`. */
  atWrite(pointer: Int, n: number): number {
    const id = typeof pointer === 'number' ? (pointer / WORD) | 0 : 0;
    const offset = typeof pointer === 'number' ? (pointer >>> 0) - BIAS : -1;
    if (this.state[id] === WRITABLE && offset >= 0 && offset + n <= this.size[id]!) return this.base[id]! + offset;
    return this.fault(pointer, n, 'write');
  }

  /** The bytes between `pointer` and the end of its object; faults unless it points into a live object. */
  room(pointer: Int): number {
    let start = this.at(pointer, 0);
    const id = ((pointer as number) / WORD) | 0;
    if (this.info[id]!.kind === 'given' && start === this.base[id]! + this.size[id]!) start = this.at(pointer, 1);
    return this.base[id]! + this.size[id]! - start;
  }

  /** The peak memory of the program in bytes. */
  get bytes(): number {
    return this.top;
  }

  isAlive(id: number): boolean {
    return id > 0 && id < this.info.length && this.state[id] !== GONE;
  }

  private fault(pointer: Int, n: number, access: 'read' | 'write'): number {
    const id = typeof pointer === 'number' ? (pointer / WORD) | 0 : 0;
    const offset = typeof pointer === 'number' ? (pointer >>> 0) - BIAS : 0;
    if (this.maker && this.info[id]?.kind === 'given' && this.state[id] !== GONE) {
      this.maker.reach(id, offset, n);
      return this.base[id]! + offset;
    }
    return this.refuse(pointer, n, access);
  }

  private refuse(pointer: Int, n: number, access: 'read' | 'write'): never {
    const id = typeof pointer === 'number' ? (pointer / WORD) | 0 : 0;
    const offset = typeof pointer === 'number' ? (pointer >>> 0) - BIAS : 0;
    const did = access === 'read' ? 'read through' : 'write through';
    if (pointer === 0) fail('null-dereference', `${did} a null pointer`);
    if (isPoisoned(pointer)) fail('uninitialized-pointer', `${did} an uninitialised pointer`);
    if (typeof pointer === 'number' && pointer < 0x10000) {
      fail('null-dereference', `${did} a null pointer, at offset ${pointer}`);
    }
    const info = id > 0 ? this.info[id] : null;
    if (!info) fail('invalid-pointer', `${did} an integer that is not a pointer (0x${pointer.toString(16)})`);
    if (info.kind === 'undefined') obstruct('unknown-variable', `the variable ${nameOf(info)} has no definition`);
    if (info.kind === 'function' || info.kind === 'label') {
      fail('invalid-pointer', `${did} a pointer to ${describe(info)}`, id);
    }
    if (this.state[id] === GONE) {
      if (isFreeable(info)) fail('use-after-free', `${did} a pointer to freed memory`, id);
      fail('use-after-scope', `${did} a pointer to ${describe(info)}, which is out of scope`, id);
    }
    const size = this.size[id]!;
    if (offset >= 0 && offset + n <= size) fail('read-only', `write to ${describe(info)}, which is read-only`, id);
    const what = access === 'read' ? 'read' : 'write';
    fail('out-of-bounds', `${what} of ${count(n)} at offset ${offset} of ${describe(info)} of ${count(size)}`, id);
  }

  /** An unknown callee may dereference its arguments: a pointer must be null or point to a live object. */
  checkHandedOver(pointer: Int): void {
    if (isPoisoned(pointer)) fail('uninitialized-pointer', 'an uninitialised pointer is passed to a function');
    const id = typeof pointer === 'number' ? (pointer / WORD) | 0 : 0;
    const info = id > 0 ? this.info[id] : null;
    if (info && isFreeable(info) && this.state[id] === GONE) {
      fail('use-after-free', 'a pointer to freed memory is passed to a function', id);
    }
  }

  // ---- objects ---------------------------------------------------------------------------------------------------

  /** A new object of `size` bytes; the contents are unspecified until `fill` or a write. */
  allocate(size: number, kind: ObjectKind, owner: ObjectInfo['owner'], site: Site | null): number {
    const id = (kind === 'heap' && this.takeAgain(size)) || this.takeId();
    this.base[id] = this.takeBytes(size);
    this.size[id] = size;
    this.state[id] = NO_BYTES.has(kind) ? GONE : WRITABLE;
    this.packed[id] = 0;
    const serial = kind === 'heap' ? this.serials++ : -1;
    this.info[id] = { kind, owner, allocated: site, freed: null, serial };
    this.addresses32?.place(id);
    return id;
  }

  /** A new object with uninitialised contents. */
  allocateFresh(size: number, kind: ObjectKind, owner: ObjectInfo['owner'], site: Site | null): number {
    const id = this.allocate(size, kind, owner, site);
    this.fill(id, POISON_BYTE);
    return makePointer(id, 0);
  }

  /** A new object of zeros. */
  allocateZeroed(size: number, kind: ObjectKind, owner: ObjectInfo['owner'], site: Site | null): number {
    const id = this.allocate(size, kind, owner, site);
    this.fill(id, 0);
    return makePointer(id, 0);
  }

  /** Ends the object; its bytes are reused at once, its id only after quarantine. */
  release(id: number, site: Site | null): void {
    this.state[id] = GONE;
    this.info[id]!.freed = site;
    this.giveBytes(this.base[id]!, this.size[id]!);
    if (this.reusable && this.info[id]!.kind === 'heap') this.offerAgain(id);
    else this.quarantine.push(id);
  }

  /** Makes a given object longer; the new bytes are zero. */
  resize(id: number, size: number): void {
    const [start, old] = [this.base[id]!, this.size[id]!];
    if (size <= old) return;
    const made = this.takeBytes(size);
    this.u8.copyWithin(made, start, start + old);
    this.u8.fill(0, made + old, made + size);
    this.giveBytes(start, old);
    this.base[id] = made;
    this.size[id] = size;
  }

  makeReadOnly(id: number): void {
    this.state[id] = READABLE;
  }

  /** All live objects. */
  *living(): Generator<number> {
    for (let id = 1; id < this.info.length; id++) if (this.state[id] !== GONE) yield id;
  }

  /** To be called before anything was freed. */
  save(): SavedMemory {
    const n = this.info.length;
    return {
      bytes: this.u8.slice(0, this.top),
      base: this.base.slice(0, n),
      size: this.size.slice(0, n),
      state: this.state.slice(0, n),
      packed: this.packed.slice(0, n),
      info: this.info.slice(),
      reliesOn: this.reliesOn,
      addresses32: this.addresses32?.save() ?? null,
    };
  }

  /** Ends all objects that were made since, but for functions, labels and undefined variables: compiled code has their ids. */
  restore(saved: SavedMemory): void {
    let length = saved.info.length;
    const later: number[] = [];
    for (let id = length; id < this.info.length; id++) {
      const info = this.info[id];
      if (info && NO_BYTES.has(info.kind) && !isOfInput(info)) {
        length = id + 1;
        later.push(id);
      } else this.info[id] = null;
      this.state[id] = GONE;
    }
    this.info.length = length;
    for (let id = 0; id < saved.info.length; id++) {
      const info = saved.info[id]!;
      this.info[id] = info;
      if (info) info.freed = null;
    }
    this.u8.set(saved.bytes);
    this.base.set(saved.base);
    this.size.set(saved.size);
    this.state.set(saved.state);
    this.packed.set(saved.packed);
    this.reliesOn = saved.reliesOn;
    if (saved.addresses32) this.addresses32?.restore(saved.addresses32, later);
    this.top = saved.bytes.length;
    this.serials = 0;
    this.quarantine.length = 0;
    this.quarantineHead = 0;
    this.freeLists.length = 0;
    this.largeLists.clear();
  }

  private fill(id: number, byte: number): void {
    const start = this.base[id]!;
    this.u8.fill(byte, start, start + this.size[id]!);
  }

  private offerAgain(id: number): void {
    const size = this.size[id]!;
    const list = this.reusable!.get(size);
    if (list) list.push(id);
    else this.reusable!.set(size, [id]);
  }

  /** The id of the most recently freed object of this size; 0 if there is none. */
  private takeAgain(size: number): number {
    const id = this.reusable?.get(size)?.pop() ?? 0;
    if (id > 0) this.addresses32?.remove(id);
    return id;
  }

  private takeId(): number {
    const resting = this.quarantine.length - this.quarantineHead;
    const fresh = this.info.length;
    if (resting > QUARANTINE && (fresh > QUARANTINE || fresh >= MAX_OBJECTS)) {
      const id = this.quarantine[this.quarantineHead++]!;
      if (this.quarantineHead > QUARANTINE) {
        this.quarantine.splice(0, this.quarantineHead);
        this.quarantineHead = 0;
      }
      this.addresses32?.remove(id);
      return id;
    }
    if (fresh >= MAX_OBJECTS) obstruct('memory', `the program has more than ${MAX_OBJECTS} objects`);
    if (fresh >= this.base.length) this.growTable();
    this.info.push(null);
    return fresh;
  }

  private growTable(): void {
    const grow = <T extends Int32Array | Uint8Array>(old: T, bigger: T): T => {
      bigger.set(old);
      return bigger;
    };
    const length = this.base.length * 2;
    this.base = grow(this.base, new Int32Array(length));
    this.size = grow(this.size, new Int32Array(length));
    this.state = grow(this.state, new Uint8Array(length));
    this.packed = grow(this.packed, new Uint8Array(length));
  }

  // ---- bytes -----------------------------------------------------------------------------------------------------

  private takeBytes(size: number): number {
    const rounded = roundSize(size);
    const list = rounded <= SMALL ? this.freeLists[rounded / GRAIN] : this.largeLists.get(rounded);
    const known = list?.pop();
    if (known !== undefined) return known;
    const start = this.top;
    if (start + rounded > this.budget) obstruct('memory', `the program uses more than ${this.budget >> 20} MB`);
    if (start + rounded > this.u8.length) this.growArena(start + rounded);
    this.top = start + rounded;
    return start;
  }

  private giveBytes(start: number, size: number): void {
    const rounded = roundSize(size);
    if (rounded <= SMALL) {
      this.freeLists[rounded / GRAIN] ??= [];
      this.freeLists[rounded / GRAIN]!.push(start);
      return;
    }
    const list = this.largeLists.get(rounded);
    if (list) list.push(start);
    else this.largeLists.set(rounded, [start]);
  }

  private growArena(need: number): void {
    let length = this.u8.length * 2;
    while (length < need) length *= 2;
    const bigger = new Uint8Array(length);
    bigger.set(this.u8);
    const { buffer } = bigger;
    this.u8 = bigger;
    this.i8 = new Int8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i16 = new Int16Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.view = new DataView(buffer);
  }
}

/** Large sizes are rounded to powers of two, so that one free list serves many sizes. */
function roundSize(size: number): number {
  const grains = Math.max(GRAIN, Math.ceil(size / GRAIN) * GRAIN);
  return grains <= SMALL ? grains : 2 ** Math.ceil(Math.log2(grains));
}

const count = (bytes: number) => `${bytes} byte${bytes === 1 ? '' : 's'}`;

/** May the program free it? What code before the run has made may lie on the heap. */
export const isFreeable = ({ kind }: ObjectInfo): boolean => kind === 'heap' || kind === 'given';

/** A function that only the input of a run knows. */
const isOfInput = ({ kind, owner }: ObjectInfo): boolean => kind === 'function' && !owner;

/** The object, for messages. */
export function describe(info: ObjectInfo): string {
  switch (info.kind) {
    case 'heap':
      return 'an allocation';
    case 'alloca':
      return 'an alloca allocation';
    case 'literal':
      return 'a string literal';
    case 'function':
      return `the function ${nameOf(info)}`;
    case 'label':
      return 'a label';
    case 'library':
      return 'an object of the C library';
    case 'given':
      return 'an object of the input';
    default:
      return `the variable ${nameOf(info)}`;
  }
}

function nameOf(info: ObjectInfo): string {
  return info.owner?.name ?? '';
}

export const isLocal = (v: ObjectInfo['owner']): v is LocalVariable =>
  v !== null && v.kind !== 'global' && v.kind !== 'function';

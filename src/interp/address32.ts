// Four-byte pointers: flat addresses with gaps between objects, mapped to and from object and offset.
// Only loads, stores and casts of pointers on a 32-bit target come here; pointers in registers are as on 64 bits.

import { obstruct } from './incidents.js';
import type { Memory } from './memory.js';
import { BIAS, makePointer, POISON_64, WORD } from './pointer.js';
import type { Int } from './wide.js';

const GRAIN = 16;
/** Padding on both sides of an object that still belongs to it, so that a pointer just outside is recognised. */
const GAP = 32;
const PAGE_GRAINS = 1 << 12;
const FIRST = 0x0804_0000;
const LAST = 0xa500_0000; // below the poison pattern

/** Which object has which addresses. */
export interface SavedAddresses {
  readonly pages: readonly (Int32Array | undefined)[];
  readonly start: readonly number[];
  readonly free: ReadonlyMap<number, readonly number[]>;
  readonly top: number;
}

export class Addresses32 {
  private readonly pages: (Int32Array | undefined)[] = [];
  private readonly start: number[] = [];
  private readonly free = new Map<number, number[]>();
  private top = FIRST;

  constructor(private readonly memory: Memory) {}

  /** Assigns addresses to an object. */
  place(id: number): void {
    const length = this.lengthOf(id);
    const known = this.free.get(length)?.pop();
    const begin = known ?? this.top;
    if (known === undefined) this.top += length;
    if (this.top > LAST) obstruct('memory', 'the address space of the program is used up');
    this.start[id] = begin + GAP;
    this.mark(begin, length, id);
  }

  /** Releases the addresses of a dead object. */
  remove(id: number): void {
    const length = this.lengthOf(id);
    const begin = this.start[id]! - GAP;
    this.mark(begin, length, 0);
    const list = this.free.get(length);
    if (list) list.push(begin);
    else this.free.set(length, [begin]);
  }

  save(): SavedAddresses {
    const free = new Map([...this.free].map(([length, begins]) => [length, [...begins]]));
    return { pages: this.pages.map((page) => page?.slice()), start: [...this.start], free, top: this.top };
  }

  /** The objects `later` have been made since and stay: they get new addresses. */
  restore({ pages, start, free, top }: SavedAddresses, later: readonly number[]): void {
    this.pages.length = pages.length;
    pages.forEach((page, i) => {
      this.pages[i] = page?.slice();
    });
    this.start.length = 0;
    this.start.push(...start);
    this.free.clear();
    for (const [length, begins] of free) this.free.set(length, [...begins]);
    this.top = top;
    for (const id of later) this.place(id);
  }

  encode(pointer: Int): number {
    if (typeof pointer === 'bigint') return Number(BigInt.asUintN(32, pointer));
    const id = (pointer / WORD) | 0;
    if (id === 0) return pointer >>> 0;
    return (this.start[id]! + (pointer >>> 0) - BIAS) >>> 0;
  }

  decode(address: number): Int {
    const grain = address >>> 4;
    const page = this.pages[grain >>> 12];
    const id = page ? page[grain & (PAGE_GRAINS - 1)]! : 0;
    if (id !== 0) return makePointer(id, address - this.start[id]!);
    return address === 0xa5a5a5a5 ? POISON_64 : address;
  }

  private lengthOf(id: number): number {
    return Math.ceil((this.memory.size[id]! + 2 * GAP) / GRAIN) * GRAIN;
  }

  private mark(begin: number, length: number, id: number): void {
    for (let grain = begin / GRAIN; grain < (begin + length) / GRAIN; grain++) {
      this.pages[grain >>> 12] ??= new Int32Array(PAGE_GRAINS);
      this.pages[grain >>> 12]![grain & (PAGE_GRAINS - 1)] = id;
    }
  }
}

// The heap of the program: malloc, free and related functions, with injected failures; every misuse is diagnosed.
// Called by the library functions of the malloc family; allocations are objects of memory.

import type { Coverage } from '../coverage.js';
import { fail, obstruct } from '../incidents.js';
import { isFreeable, type Memory, type Site } from '../memory.js';
import type { FailurePlan } from '../options.js';
import { isPoisoned, objectOf, offsetOf } from '../pointer.js';
import type { Int } from '../wide.js';
import { Random } from './random.js';

/** Larger requests fail, as on a machine with little memory. */
const LARGEST = 2 ** 30;

const exceeds = (size: Int): boolean => size > LARGEST || size < 0;

export class Allocator {
  /** The number of requested allocations. */
  requests = 0;
  /** The number of requests beyond LARGEST, independent of the failure plan. */
  oversized = 0;
  /** The blocks that were freed, if there is coverage. */
  readonly freed = new Set<number>();
  private isApart = false;
  private readonly dice: Random;

  constructor(
    private readonly memory: Memory,
    private readonly failures: FailurePlan,
    private readonly coverage?: Coverage,
  ) {
    this.dice = new Random(failures.kind === 'seed' ? failures.seed : 0);
  }

  /** Uninitialised memory, or null. */
  allocate(size: Int, site: Site): number {
    if (this.refuses(size, site)) return 0;
    return this.memory.allocateFresh(Number(size), 'heap', null, site);
  }

  allocateZeroed(size: Int, site: Site): number {
    if (this.refuses(size, site)) return 0;
    return this.memory.allocateZeroed(Number(size), 'heap', null, site);
  }

  free(pointer: Int, site: Site): void {
    if (pointer === 0) return;
    this.release(this.checkBlock(pointer, 'free'), site);
  }

  /** The old memory stays if the allocation fails; size 0 frees, as in glibc. */
  reallocate(pointer: Int, size: Int, site: Site): number {
    if (pointer === 0) return this.allocate(size, site);
    // A request that no allocator grants does not free: what is wrong with an old pointer is its use.
    if (exceeds(size)) this.memory.checkHandedOver(pointer);
    const old = this.checkBlock(pointer, 'realloc');
    if (size === 0) {
      this.release(old, site);
      return 0;
    }
    const made = this.allocate(size, site);
    if (made === 0) return 0;
    const { memory } = this;
    const length = Math.min(memory.size[old]!, Number(size));
    const from = memory.base[old]!;
    memory.u8.copyWithin(memory.base[objectOf(made)]!, from, from + length);
    if (memory.packed[old]) memory.packed[objectOf(made)] = 1;
    this.release(old, site);
    return made;
  }

  /** What this does succeeds, and is not counted. */
  apart<T>(work: () => T): T {
    const { requests } = this;
    this.isApart = true;
    try {
      return work();
    } finally {
      this.isApart = false;
      this.requests = requests;
    }
  }

  private release(id: number, site: Site): void {
    this.memory.release(id, site);
    if (this.coverage) this.freed.add(id);
  }

  private refuses(size: Int, site: Site): boolean {
    this.requests++;
    this.coverage?.allocated(site.node, this.requests);
    if (exceeds(size)) {
      this.oversized++;
      return true;
    }
    if (this.isApart) return false;
    switch (this.failures.kind) {
      case 'never':
        return false;
      case 'always':
        return true;
      case 'numbers':
        return this.failures.numbers.has(this.requests);
      case 'seed':
        return this.dice.below(this.failures.oneIn) === 0;
    }
  }

  /** The object that starts at `pointer`; anything else must not be freed. */
  private checkBlock(pointer: Int, verb: string): number {
    const id = objectOf(pointer);
    const info = id > 0 ? this.memory.info[id] : null;
    if (isPoisoned(pointer)) fail('uninitialized-pointer', `${verb} of an uninitialised pointer`);
    if (!info) fail('invalid-free', `${verb} of an integer that is not a pointer (0x${pointer.toString(16)})`);
    if (!isFreeable(info)) fail('invalid-free', `${verb} of memory that is not on the heap`, id);
    if (!this.memory.isAlive(id)) fail('double-free', `${verb} of memory that has already been freed`, id);
    if (offsetOf(pointer) !== 0 && info.kind === 'given') obstruct('unknown-input', `${verb} of a part of an input`);
    if (offsetOf(pointer) !== 0) {
      fail('invalid-free', `${verb} of a pointer ${bytes(offsetOf(pointer))} past the start of its allocation`, id);
    }
    return id;
  }
}

const bytes = (count: number): string => `${count} byte${count === 1 ? '' : 's'}`;

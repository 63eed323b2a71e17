// The heap of the program: malloc, free and their kin, with failures on request and every misuse diagnosed.
// Called by the library functions of the malloc family; blocks are objects of memory.

import { fail } from '../incidents.js';
import type { Memory, Site } from '../memory.js';
import type { FailurePlan } from '../options.js';
import { isPoisoned, objectOf, offsetOf } from '../pointer.js';
import type { Int } from '../wide.js';
import { Random } from './random.js';

/** Larger requests fail, as they would on a machine with little memory. */
const LARGEST = 2 ** 30;

export class Allocator {
  /** How many allocations were asked for. */
  requests = 0;
  /** How many were too large for this machine, whatever the plan says. */
  oversized = 0;
  private readonly dice: Random;

  constructor(
    private readonly memory: Memory,
    private readonly failures: FailurePlan,
  ) {
    this.dice = new Random(failures.kind === 'seed' ? failures.seed : 0);
  }

  /** A block whose bytes were never written, or null. */
  allocate(size: Int, site: Site): number {
    if (this.refuses(size)) return 0;
    return this.memory.allocateFresh(Number(size), 'heap', null, site);
  }

  allocateZeroed(size: Int, site: Site): number {
    if (this.refuses(size)) return 0;
    return this.memory.allocateZeroed(Number(size), 'heap', null, site);
  }

  free(pointer: Int, site: Site): void {
    if (pointer === 0) return;
    this.memory.release(this.checkBlock(pointer, 'free'), site);
  }

  /** The old block lives on if the new one cannot be had; size 0 frees, as glibc does. */
  reallocate(pointer: Int, size: Int, site: Site): number {
    if (pointer === 0) return this.allocate(size, site);
    const old = this.checkBlock(pointer, 'realloc');
    if (size === 0) {
      this.memory.release(old, site);
      return 0;
    }
    const made = this.allocate(size, site);
    if (made === 0) return 0;
    const { memory } = this;
    const length = Math.min(memory.size[old]!, Number(size));
    const from = memory.base[old]!;
    memory.u8.copyWithin(memory.base[objectOf(made)]!, from, from + length);
    if (memory.packed[old]) memory.packed[objectOf(made)] = 1;
    memory.release(old, site);
    return made;
  }

  private refuses(size: Int): boolean {
    this.requests++;
    if (size > LARGEST || size < 0) {
      this.oversized++;
      return true;
    }
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

  /** The block that starts at `pointer`; anything else must not be freed. */
  private checkBlock(pointer: Int, verb: string): number {
    const id = objectOf(pointer);
    const info = id > 0 ? this.memory.info[id] : null;
    if (isPoisoned(pointer)) fail('uninitialized-pointer', `${verb} of a pointer that was never given a value`);
    if (!info) fail('invalid-free', `${verb} of a number that is no pointer (0x${pointer.toString(16)})`);
    if (info.kind !== 'heap') fail('invalid-free', `${verb} of memory that is not on the heap`, id);
    if (!this.memory.isAlive(id)) fail('double-free', `${verb} of memory that was freed before`, id);
    if (offsetOf(pointer) !== 0) {
      fail('invalid-free', `${verb} of a pointer ${offsetOf(pointer)} bytes behind the start of its block`, id);
    }
    return id;
  }
}

// The structures that a place of the analysis keeps: one for each set of canonical names, joined with what comes later.
// Stations keep those that arrive, contexts those with which callers wait and callees return.

import { joinInto } from '../../logic/tvl/join.js';
import type { Structure } from '../../logic/tvl/structure.js';
import { joinNumbers } from './numbers.js';

export class Kept {
  private readonly structures = new Map<string, Structure>();
  /** How often a structure has grown. */
  private readonly growth = new Map<string, number>();

  get size(): number {
    return this.structures.size;
  }

  get(names: string): Structure | undefined {
    return this.structures.get(names);
  }

  values(): Structure[] {
    return [...this.structures.values()];
  }

  /** Takes a blurred structure in; is there anything new in it? */
  add(names: string, s: Structure): boolean {
    const known = this.structures.get(names);
    if (!known) {
      this.structures.set(names, s);
      return true;
    }
    const times = this.growth.get(names) ?? 0;
    const [shape, numbers] = [joinInto(known, s), joinNumbers(known, s, times)];
    if (shape || numbers) this.growth.set(names, times + 1);
    return shape || numbers;
  }
}

// The structures kept at one place of the analysis: one per set of canonical names, joined with later ones.
// Stations keep those that arrive, contexts those of waiting callers and returning callees.

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

  /** Adds a blurred structure; whether anything in it is new. */
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

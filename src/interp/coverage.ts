// Branch coverage of a run: which edges it took, how often, and which numbers it compared.
// Filled by instrumented code; read by the search for inputs that reach new edges.

import type { Terminator } from '../ir/instr.js';
import type { Value } from './rep.js';
import type { Int } from './wide.js';

/** Two different numbers that a program compared, for equality or for order. */
export interface Comparison {
  readonly left: Int;
  readonly right: Int;
  readonly by: 'equality' | 'order';
}

/** The limit on recorded comparisons per run. */
const MOST_COMPARISONS = 400;

/** One for many runs of a program: edges keep their numbers. */
export class Coverage {
  private readonly first = new Map<Terminator, number>();
  private count = 0;
  private hits = new Uint32Array(256);
  private touched: number[] = [];
  private pairs: Comparison[] = [];

  /** The number of the first outgoing edge of a terminator; the others follow it. */
  edgesOf(t: Terminator, ways: number): number {
    const known = this.first.get(t);
    if (known !== undefined) return known;
    const edge = this.count;
    this.first.set(t, edge);
    this.count += ways;
    if (this.count > this.hits.length) {
      const more = new Uint32Array(2 * this.count);
      more.set(this.hits);
      this.hits = more;
    }
    return edge;
  }

  went(edge: number): void {
    if (this.hits[edge]!++ === 0) this.touched.push(edge);
  }

  /** Records a comparison; false if it adds nothing. */
  compared(left: Value, right: Value, by: Comparison['by']): boolean {
    if (left === right || !isWhole(left) || !isWhole(right)) return false;
    if (this.pairs.length < MOST_COMPARISONS) this.pairs.push({ left, right, by });
    return true;
  }

  /** The edges of this run, with how often each was taken. */
  *edges(): Generator<readonly [edge: number, times: number]> {
    for (const edge of this.touched) yield [edge, this.hits[edge]!];
  }

  comparisons(): readonly Comparison[] {
    return this.pairs;
  }

  /** Resets the counts before the next run. */
  clear(): void {
    for (const edge of this.touched) this.hits[edge] = 0;
    this.touched = [];
    this.pairs = [];
  }
}

const isWhole = (v: Value): v is Int => typeof v === 'bigint' || (typeof v === 'number' && Number.isInteger(v));

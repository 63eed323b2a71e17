// Reproducible random choices: a seeded generator (mulberry32).

export class Random {
  constructor(private state: number) {}

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** True with probability 1 / `n`. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }
}

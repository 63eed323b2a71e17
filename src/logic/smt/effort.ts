// Work that has been done, counted in units of its own: the same analysis spends the same on every machine and every day.
// Shared by the decider, which spends most of it, and the engine, which stops when it is used up.

/** Roughly microseconds of a machine of today. */
export const COST = { block: 60, entry: 1, edge: 10, glance: 3, row: 2, solution: 40, script: 6_000 } as const;

export class Effort {
  spent = 0;
  constructor(private most: number) {}

  spend(units: number): void {
    this.spent += units;
  }

  get exhausted(): boolean {
    return this.spent > this.most;
  }

  /** So much more may be spent from now on. */
  extend(units: number): void {
    this.most = this.spent + units;
  }
}

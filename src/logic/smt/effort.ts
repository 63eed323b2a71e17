// An effort counter in abstract units: the same analysis spends the same amount on every machine.
// Shared by the decision procedure, which spends most of it, and the engine, which stops when it is used up.

/** Roughly microseconds on a current machine. */
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

  /** Allows this much more effort. */
  extend(units: number): void {
    this.most = this.spent + units;
  }
}

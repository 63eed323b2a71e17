// What must hold where: obligations visited and failed, findings, assumptions, and whether the analysis is complete.
// Written while the stable solution is walked once more; read when the result is put together.

import type { Certainty, Finding, FunctionReport, Obligation, Property, Rule, Site } from '../engine.js';

export interface Complaint {
  readonly property: Property;
  readonly site: Site;
  readonly function: string;
  /** null: cannot be decided, nothing to report. */
  readonly rule: Rule | null;
  readonly certainty: Certainty;
  readonly message: string;
  readonly allocation: Site | null;
}

export class Ledger {
  private readonly visited = new Map<string, { property: Property; site: Site }>();
  private readonly complaints = new Map<string, Complaint>();
  private readonly assumed = new Set<string>();
  /** Why the analysis is not complete; nothing counts as proved then. */
  private readonly gaps = new Map<string, Site>();
  private readonly reports = new Map<string, FunctionReport>();
  recording = false;

  visit(property: Property, site: Site): void {
    if (this.recording) this.visited.set(keyOf(property, site), { property, site });
  }

  complain(c: Complaint): void {
    if (!this.recording) return;
    this.visit(c.property, c.site);
    const key = `${keyOf(c.property, c.site)} ${c.rule}`;
    const known = this.complaints.get(key);
    if (!known || (known.certainty === 'possible' && c.certainty === 'definite')) this.complaints.set(key, c);
  }

  assume(sentence: string): void {
    this.assumed.add(sentence);
  }

  giveUp(reason: string, site: Site): void {
    this.gaps.set(reason, site);
  }

  reach(report: FunctionReport): void {
    this.reports.set(report.function.name, report);
  }

  get incomplete(): boolean {
    return this.gaps.size > 0;
  }

  findings(): Finding[] {
    return [...this.complaints.values()].flatMap((c): Finding[] =>
      c.rule === null
        ? []
        : [
            {
              rule: c.rule,
              certainty: c.certainty,
              engine: 'fold',
              function: c.function,
              site: c.site,
              message: c.message,
              condition: null,
              trace: [],
              allocation: c.allocation,
            },
          ],
    );
  }

  obligations(): Obligation[] {
    const open = new Map<string, Complaint>();
    for (const c of this.complaints.values()) {
      const key = keyOf(c.property, c.site);
      const known = open.get(key);
      if (!known || known.rule === null || c.certainty === 'definite') open.set(key, c);
    }
    const done = [...this.visited].map(([key, { property, site }]): Obligation => {
      const c = open.get(key);
      if (c) return { property, site, status: 'unknown', reason: c.message };
      if (this.incomplete) return { property, site, status: 'unknown', reason: [...this.gaps.keys()][0]! };
      return { property, site, status: 'proved', reason: null };
    });
    return [...done, ...this.openGaps()];
  }

  /** What was not followed leaves every property open. */
  private openGaps(): Obligation[] {
    const properties: Property[] = ['valid-deref', 'valid-free', 'valid-memtrack', 'valid-memcleanup'];
    return [...this.gaps].flatMap(([reason, site]) =>
      properties.map((property): Obligation => ({ property, site, status: 'unknown', reason })),
    );
  }

  assumptions(): string[] {
    return [...this.assumed, ...[...this.gaps.keys()].map((reason) => `not followed: ${reason}`)];
  }

  functions(): FunctionReport[] {
    return [...this.reports.values()];
  }
}

const keyOf = (property: Property, site: Site): string => `${property} ${site.source.name}:${site.at}-${site.end}`;

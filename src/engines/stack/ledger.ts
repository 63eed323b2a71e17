// What the analysis has to say: findings, obligations, and where it had to give up; each place once, the worst wins.
// Filled while statements are executed, read once at the end.

import type { Certainty, Finding, Obligation, Property, Rule, Site } from '../engine.js';

const PROPERTY: Readonly<Record<Rule, Property>> = {
  leak: 'valid-memtrack',
  'null-dereference': 'valid-deref',
  'unchecked-allocation': 'valid-deref',
  'use-after-free': 'valid-deref',
  'uninitialized-pointer': 'valid-deref',
  'out-of-bounds': 'valid-deref',
  'double-free': 'valid-free',
  'invalid-free': 'valid-free',
};

const PROPERTIES: readonly Property[] = ['valid-deref', 'valid-free', 'valid-memtrack', 'valid-memcleanup'];

export interface Report {
  readonly rule: Rule;
  readonly certainty: Certainty;
  readonly property?: Property;
  readonly function: string;
  readonly site: Site;
  readonly message: string;
}

export class Ledger {
  private readonly found = new Map<string, Finding>();
  private readonly duties = new Map<string, Obligation>();
  private readonly notes = new Set<string>();
  private readonly gaps = new Map<string, { readonly site: Site; readonly reason: string }>();

  report({ rule, certainty, property = PROPERTY[rule], function: name, site, message }: Report): void {
    const key = `${rule} ${site.source.name} ${site.at}`;
    const known = this.found.get(key);
    if (!known || (known.certainty === 'possible' && certainty === 'definite')) {
      const rest = { condition: null, trace: [], allocation: null };
      this.found.set(key, { rule, certainty, engine: 'stack', function: name, site, message, ...rest });
    }
    this.oblige(property, site, message);
  }

  /** The property must hold here; `reason` says why it could not be proved. */
  oblige(property: Property, site: Site, reason: string | null): void {
    const key = `${property} ${site.source.name} ${site.at}`;
    if (reason === null && this.duties.has(key)) return;
    this.duties.set(key, { property, site, status: reason === null ? 'proved' : 'unknown', reason });
  }

  assume(sentence: string): void {
    this.notes.add(sentence);
  }

  /** Executions that reach the site are not followed further. */
  giveUp(site: Site, reason: string): void {
    this.gaps.set(`${site.source.name} ${site.at}`, { site, reason });
  }

  get gaveUp(): boolean {
    return this.gaps.size > 0;
  }

  findings(): Finding[] {
    return [...this.found.values()].sort((a, b) => a.site.at - b.site.at);
  }

  /** Where something was given up, nothing that comes later is proved: every property is open there. */
  obligations(): Obligation[] {
    const gaps = [...this.gaps.values()];
    const open = gaps.flatMap(({ site, reason }) =>
      PROPERTIES.map((property): Obligation => ({ property, site, status: 'unknown', reason })),
    );
    const reason = gaps[0]?.reason;
    const known = [...this.duties.values()].map(
      (o): Obligation => (reason !== undefined && o.status === 'proved' ? { ...o, status: 'unknown', reason } : o),
    );
    return [...known, ...open];
  }

  assumptions(): string[] {
    const gaps = [...this.gaps.values()].map(({ site, reason }) => {
      const { file, line } = site.source.locate(site.at);
      return `executions are not followed beyond ${file}:${line}: ${reason}`;
    });
    return [...this.notes, ...gaps];
  }
}

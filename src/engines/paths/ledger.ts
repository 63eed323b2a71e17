// The ledger of one analysis: findings, obligations that are not proved, assumptions. Filled while states flow.
// Turned into an AnalysisResult at the end; what is recorded twice counts once, the worse status wins.

import type { SourceText } from '../../base/source.js';
import type { Finding, Obligation, Property, Rule, Site, TraceStep } from '../engine.js';

const PROPERTY_OF: Readonly<Record<Rule, Property>> = {
  leak: 'valid-memtrack',
  'null-dereference': 'valid-deref',
  'unchecked-allocation': 'valid-deref',
  'use-after-free': 'valid-deref',
  'uninitialized-pointer': 'valid-deref',
  'out-of-bounds': 'valid-deref',
  'double-free': 'valid-free',
  'invalid-free': 'valid-free',
};

export interface Report {
  readonly rule: Rule;
  readonly certainty: Finding['certainty'];
  readonly site: Site;
  readonly function: string;
  readonly message: string;
  readonly allocation: Site | null;
  readonly trace: readonly TraceStep[];
  /** Overrides the property that the rule belongs to. */
  readonly property?: Property;
}

export class Ledger {
  private readonly found = new Map<string, Finding>();
  private readonly obligations = new Map<string, Obligation>();
  private readonly assumed = new Set<string>();
  private readonly sources = new Map<SourceText, number>();

  /** The operation at this place is checked; it counts as proved unless something else is said. */
  check(property: Property, site: Site): void {
    const key = this.keyOf(property, site);
    if (!this.obligations.has(key)) this.obligations.set(key, { property, site, status: 'proved', reason: null });
  }

  /** It could not be shown; nobody is accused. */
  doubt(property: Property, site: Site, reason: string): void {
    const key = this.keyOf(property, site);
    if (this.obligations.get(key)?.status === 'refuted') return;
    this.obligations.set(key, { property, site, status: 'unknown', reason });
  }

  report(r: Report): void {
    const property = r.property ?? PROPERTY_OF[r.rule];
    if (r.certainty === 'possible') this.doubt(property, r.site, r.message);
    else
      this.obligations.set(this.keyOf(property, r.site), {
        property,
        site: r.site,
        status: 'refuted',
        reason: r.message,
      });
    const key = `${r.rule} ${this.keyOf(property, r.site)}`;
    const known = this.found.get(key);
    if (known && (known.certainty === 'definite' || r.certainty === 'possible')) return;
    this.found.set(key, { ...r, engine: 'paths', condition: null });
  }

  assume(sentence: string): void {
    this.assumed.add(sentence);
  }

  findings(): Finding[] {
    return [...this.found.values()];
  }

  allObligations(): Obligation[] {
    return [...this.obligations.values()];
  }

  assumptions(): string[] {
    return [...this.assumed];
  }

  private keyOf(property: Property, { source, at }: Site): string {
    const id = this.sources.get(source) ?? this.sources.size;
    this.sources.set(source, id);
    return `${property} ${id}:${at}`;
  }
}

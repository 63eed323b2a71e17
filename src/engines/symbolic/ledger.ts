// The ledger of one analysis: findings with the cases in which they happen, obligations, assumptions.
// Filled during execution; explain.ts turns cases into conditions on the input.

import type { SourceText } from '../../base/source.js';
import type { Condition, Cube } from '../../logic/linear/constraint.js';
import type { Obligation, Property, Rule, Site, TraceStep } from '../engine.js';
import { because, type Reason } from '../reason.js';
import { PROPERTY_OF } from '../shared/ledger.js';

/** [t, p ∧ error]: the contexts in which the error happens. */
export interface Case {
  readonly known: Cube;
  readonly path: Condition;
  /** false: over-approximated. */
  readonly exact: boolean;
}

export interface Incident {
  readonly rule: Rule;
  readonly site: Site;
  readonly function: string;
  readonly message: string;
  readonly allocation: Site | null;
  readonly trace: readonly TraceStep[];
  readonly property?: Property;
  readonly atExit?: true;
  readonly cases: Case[];
}

export class Ledger {
  private readonly found = new Map<string, Incident>();
  private readonly obligations = new Map<string, Obligation>();
  private readonly doubted = new Set<string>();
  private readonly assumed = new Map<string, Reason>();
  private readonly sources = new Map<SourceText, number>();
  /** Some path was not followed to its end: errors may happen under further conditions. */
  incomplete = false;

  check(property: Property, site: Site): void {
    const key = this.keyOf(property, site);
    if (!this.obligations.has(key)) this.obligations.set(key, { property, site, status: 'proved', reason: null });
  }

  doubt(property: Property, site: Site, reason: Reason): void {
    this.doubted.add(this.keyOf(property, site));
    this.leaveOpen(property, site, reason);
  }

  /** Is there a doubt at this place? Then its errors may happen in further cases. */
  isDoubted({ rule, property = PROPERTY_OF[rule], site }: Incident): boolean {
    return this.doubted.has(this.keyOf(property, site));
  }

  private leaveOpen(property: Property, site: Site, reason: Reason): void {
    this.obligations.set(this.keyOf(property, site), { property, site, status: 'unknown', reason });
  }

  /** Adds a case to the finding. */
  report(incident: Omit<Incident, 'cases'>, one: Case): void {
    const property = incident.property ?? PROPERTY_OF[incident.rule];
    this.leaveOpen(property, incident.site, because('error', incident.message));
    const key = `${incident.rule} ${this.keyOf(property, incident.site)}`;
    const known = this.found.get(key);
    if (known) known.cases.push(one);
    else this.found.set(key, { ...incident, cases: [one] });
  }

  assume(reason: Reason): void {
    if (!this.assumed.has(reason.text)) this.assumed.set(reason.text, reason);
  }

  incidents(): Incident[] {
    return [...this.found.values()];
  }

  allObligations(): Obligation[] {
    return [...this.obligations.values()];
  }

  assumptions(): Reason[] {
    return [...this.assumed.values()];
  }

  private keyOf(property: Property, { source, at }: Site): string {
    const id = this.sources.get(source) ?? this.sources.size;
    this.sources.set(source, id);
    return `${property} ${id}:${at}`;
  }
}

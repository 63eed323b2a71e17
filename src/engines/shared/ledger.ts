// The ledger of one analysis: findings, obligations, assumptions, gaps and functions. Each site counts once, with the
// worst result recorded for it. Every engine writes one; AnalysisResult is read from it at the end.

import type { SourceText } from '../../base/source.js';
import type { Route } from '../../ir/route.js';
import type {
  Certainty,
  EngineName,
  Finding,
  FunctionReport,
  Obligation,
  Property,
  Rule,
  Site,
  TraceStep,
} from '../engine.js';
import { because, type Reason } from '../reason.js';

export const PROPERTIES: readonly Property[] = ['valid-deref', 'valid-free', 'valid-memtrack', 'valid-memcleanup'];

export const PROPERTY_OF: Readonly<Record<Rule, Property>> = {
  leak: 'valid-memtrack',
  'null-dereference': 'valid-deref',
  'unchecked-allocation': 'valid-deref',
  'use-after-free': 'valid-deref',
  'uninitialized-pointer': 'valid-deref',
  'out-of-bounds': 'valid-deref',
  'double-free': 'valid-free',
  'invalid-free': 'valid-free',
  'mismatched-free': 'valid-free',
};

/** Why `realloc` of freed memory also violates valid-free. */
export const MOVED_FROM_NOWHERE = 'the reallocated memory may have been freed before';

const SEVERITY: Readonly<Record<Obligation['status'], number>> = { proved: 0, unknown: 1, refuted: 2 };

/** Ways to one error that are kept. */
const MOST_ROUTES = 4;

/** A violation: a finding, and an obligation that is not met. */
export interface Report extends Pick<Finding, 'facts' | 'heap' | 'heapAfter' | 'isTested'> {
  readonly rule: Rule;
  readonly certainty: Certainty;
  readonly site: Site;
  readonly function: string;
  readonly message: string;
  readonly allocation?: Site | null;
  readonly trace?: readonly TraceStep[];
  readonly atExit?: true;
  readonly routes?: readonly Route[];
  readonly doubts?: readonly string[];
  readonly worth?: number;
  /** Overrides the property that the rule belongs to. */
  readonly property?: Property;
}

/** Executions that are not analysed beyond a site. */
interface Gap {
  readonly site: Site;
  readonly reason: Reason;
}

export class Ledger {
  /** Engines that check only the fixpoint switch this off until they have it. Gaps are always recorded. */
  recording = true;
  private readonly found = new Map<string, Finding>();
  /** How often memory was found to be lost, or possibly lost. */
  losses = 0;
  private readonly duties = new Map<string, Obligation>();
  /** Sites that some executions pass without violating the property. */
  private readonly passable = new Set<string>();
  private readonly assumed = new Map<string, Reason>();
  private readonly gaps = new Map<string, Gap>();
  private readonly reports = new Map<FunctionReport['function'], FunctionReport>();
  private readonly sources = new Map<SourceText, number>();

  constructor(private readonly engine: EngineName) {}

  /** The property must hold here; it counts as proved unless something else is recorded. */
  check(property: Property, site: Site): void {
    this.oblige({ property, site, status: 'proved', reason: null });
  }

  /** Some executions pass the site: a violation by others is not certain. */
  pass(property: Property, site: Site): void {
    if (this.recording) this.passable.add(this.placeOf(property, site));
  }

  /** The property could not be proved; nothing is reported. */
  doubt(property: Property, site: Site, reason: Reason): void {
    this.oblige({ property, site, status: 'unknown', reason });
  }

  report(r: Report): void {
    if (!this.recording) return;
    if (r.rule === 'leak') this.losses++;
    const { rule, certainty, site, message, property = PROPERTY_OF[rule] } = r;
    const status = certainty === 'definite' ? 'refuted' : 'unknown';
    this.oblige({ property, site, status, reason: because('error', message) });
    const key = `${rule} ${this.keyOf(site)}`;
    const known = this.found.get(key);
    const { trace = [], allocation = null, atExit, doubts, worth, facts, heap, heapAfter } = r;
    const isClearer = known?.doubts && !doubts;
    const tested = known?.isTested || r.isTested ? { isTested: true as const } : {};
    const routes = [...(known?.routes ?? []), ...(r.routes ?? [])].slice(0, MOST_ROUTES);
    if (known && !isClearer && (known.certainty === 'definite' || certainty === 'possible')) {
      const begins = ({ trace: [first] }: { readonly trace: readonly TraceStep[] }): number | undefined =>
        first?.site.at;
      const more = begins({ trace }) === begins(known) ? {} : { manyBlocks: true as const };
      if (r.routes) this.found.set(key, { ...known, ...more, routes, ...tested });
      return;
    }
    const { engine } = this;
    this.found.set(key, {
      rule,
      certainty,
      engine,
      function: r.function,
      site,
      message,
      ...(facts ? { facts } : {}),
      ...(heap ? { heap } : {}),
      ...(heapAfter ? { heapAfter } : {}),
      condition: null,
      trace,
      allocation,
      ...(atExit ? { atExit } : {}),
      ...tested,
      ...(routes.length > 0 ? { routes } : {}),
      ...(doubts ? { doubts } : {}),
      ...(worth === undefined ? {} : { worth }),
    });
  }

  /** Something that the result relies on. */
  assume(reason: Reason): void {
    if (!this.assumed.has(reason.text)) this.assumed.set(reason.text, reason);
  }

  /** Executions that reach the site are not analysed further: from now on nothing counts as proved. */
  giveUp(site: Site, reason: Reason): void {
    this.gaps.set(`${this.keyOf(site)} ${reason.text}`, { site, reason });
  }

  reach(report: FunctionReport): void {
    this.reports.set(report.function, report);
  }

  get incomplete(): boolean {
    return this.gaps.size > 0;
  }

  /** In source order; a finding is definite if all executions that reach the site violate the property. */
  findings(): Finding[] {
    const order = (f: Finding) => this.sources.get(f.site.source)!;
    return [...this.found.values()]
      .map((f): Finding => (this.isPassable(PROPERTY_OF[f.rule], f.site) ? { ...f, certainty: 'possible' } : f))
      .sort((a, b) => order(a) - order(b) || a.site.at - b.site.at);
  }

  /** After a gap nothing was analysed: every property is open there. */
  obligations(): Obligation[] {
    const gaps = [...this.gaps.values()];
    const open = gaps.flatMap(({ site, reason }) =>
      PROPERTIES.map((property): Obligation => ({ property, site, status: 'unknown', reason })),
    );
    const reason = gaps[0]?.reason;
    const known = [...this.duties.values()].map((o): Obligation => {
      if (reason !== undefined && o.status === 'proved') return { ...o, status: 'unknown', reason };
      return o.status === 'refuted' && this.isPassable(o.property, o.site) ? { ...o, status: 'unknown' } : o;
    });
    return [...known, ...open];
  }

  /** `seenAt`: the places in the program's own code that stand for one in a model. */
  assumptions(seenAt: (site: Site) => readonly Site[] = (site) => [site]): Reason[] {
    const gaps = [...this.gaps.values()].flatMap(({ site, reason }) => {
      const places = seenAt(site).map((own) => own.source.locate(own.at));
      return places.map(({ file, line }) =>
        because('gap', `executions are not followed beyond ${file}:${line}: ${reason.text}`),
      );
    });
    const all = [...this.assumed.values(), ...gaps];
    return [...new Map(all.map((reason) => [reason.text, reason])).values()];
  }

  functions(): FunctionReport[] {
    return [...this.reports.values()];
  }

  /** The worse of two results wins; of two equal ones the first. */
  private oblige(o: Obligation): void {
    if (!this.recording) return;
    const key = this.placeOf(o.property, o.site);
    const known = this.duties.get(key);
    if (!known || SEVERITY[o.status] > SEVERITY[known.status]) this.duties.set(key, o);
  }

  private isPassable(property: Property, site: Site): boolean {
    return this.passable.has(this.placeOf(property, site));
  }

  private placeOf(property: Property, site: Site): string {
    return `${property} ${this.keyOf(site)}`;
  }

  private keyOf({ source, at, end }: Site): string {
    const id = this.sources.get(source) ?? this.sources.size;
    this.sources.set(source, id);
    return `${id}:${at}-${end}`;
  }
}

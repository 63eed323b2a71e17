// Asks several engines, the cheap ones first, until every property is decided; runs test the proofs.
// Between `prove` and the engines; findings/verdicts.ts turns answers into verdicts.

import { describeError } from '../../base/crash.js';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type {
  AnalysisOptions,
  AnalysisRequest,
  AnalysisResult,
  Engine,
  EngineName,
  Finding,
  Input,
  Obligation,
  Property,
} from '../../engines/engine.js';
import { because } from '../../engines/reason.js';
import { isProver, PROVERS } from '../../engines/registry.js';
import { openReturns } from '../../engines/shared/broken-promises.js';
import { openOrders } from '../../engines/shared/evaluation-order.js';
import { openFormats } from '../../engines/shared/formats.js';
import { openHandlers } from '../../engines/shared/handlers.js';
import { PROPERTIES } from '../../engines/shared/ledger.js';
import { openReleases } from '../../engines/shared/releases.js';
import type { SummaryEngine } from '../../engines/summary-engine.js';
import { type Judgement, judge, proves } from '../../findings/verdicts.js';
import { disagreements } from '../../ir/agreement.js';
import { hasBody } from '../../ir/link.js';
import type { Unit, Unordered } from '../../ir/program.js';
import type { LoadedProgram } from '../load/load-program.js';
import { askEngine } from '../project/ask-engine.js';
import {
  type Effort,
  exploreViolations,
  findViolations,
  GLANCE,
  LONG_SEARCH,
  SEARCH,
  type Violation,
} from '../replay/confirm.js';
import { rootsOf } from '../replay/roots.js';
import { UNKNOWN } from '../replay/shown-runs.js';
import { followControl } from './control.js';
import { violationsFrom } from './entry-violations.js';
import type { Goal } from './specification.js';

export { PROVERS };

/** Abstract steps per engine: all get the first two budgets, later ones only those that ran out of steps. */
export const BUDGETS: readonly number[] = [500, 4_000, 30_000, 200_000];
/** Instructions of the runs after the first rounds of engines: most programs are decided by little work of either. */
const SEARCHES: readonly number[] = [2 * GLANCE, SEARCH];
/** Instructions of the runs on whole inputs. */
const EXPLORATION = 2 * SEARCH;
/** Abstract steps of the engine that finds what runs from an entry are to show. */
const FINDING = 2_500;
/** Seconds of processor time for all engines together: an engine that would need more is not asked again. */
export const PATIENCE = 30;

export interface Question {
  readonly loaded: Pick<LoadedProgram, 'units' | 'program'>;
  readonly request: Omit<AnalysisRequest, 'options'>;
  readonly options: Omit<AnalysisOptions, 'budget'>;
  /** What to decide; a specification is decided as soon as a run violates one of its properties. */
  readonly goal: Pick<Goal, 'kind' | 'properties'>;
  readonly engines: readonly Engine[];
  /** Finds errors for runs to show, if execution does not start at main. */
  readonly finder?: SummaryEngine;
  readonly budgets: readonly number[];
  /** Seconds of processor time after which no engine is asked again. */
  readonly patience: number;
}

export interface Answer {
  readonly judgements: readonly Judgement[];
  readonly violations: ReadonlyMap<Property, Violation>;
  /** What runs execute. */
  readonly units: readonly Unit[];
  /** One per engine that was asked. */
  readonly results: readonly AnalysisResult[];
  /** Bugs of caulk: a crash of an engine, a proof that a run contradicts. */
  readonly problems: readonly Diagnostic[];
}

/** Proofs are tested by a few runs even if nothing is open. */
export function askEngines(question: Question): Answer {
  const inquiry = new Inquiry(question);
  inquiry.run(new Set(question.goal.properties), GLANCE);
  for (const [round, budget] of question.budgets.entries()) {
    for (const engine of inquiry.promising(round < 2 ? 'asked little' : 'asked enough')) {
      if (inquiry.asked && inquiry.open().size === 0) break;
      inquiry.askWithin(engine, budget);
    }
    if (round < SEARCHES.length) inquiry.run(inquiry.open(), SEARCHES[round]!);
  }
  inquiry.explore(inquiry.open());
  inquiry.run(inquiry.open(), LONG_SEARCH);
  return inquiry.answer();
}

/** The answers so far. */
class Inquiry {
  private readonly results = new Map<EngineName, AnalysisResult>();
  private readonly violations = new Map<Property, Violation>();
  private readonly problems: Diagnostic[] = [];
  private readonly unseen: readonly Obligation[];
  private readonly request: Question['request'];
  /** What runs execute. */
  private readonly units: readonly Unit[];
  /** Where runs begin; null: they would need arguments. */
  private readonly start: NonNullable<Effort['start']> | null;
  private readonly costs = new Map<EngineName, { readonly budget: number; readonly seconds: number }>();
  private readonly began = process.cpuUsage();

  constructor(private readonly question: Question) {
    const { loaded, request } = question;
    const { units, followed, open, settled } = followControl(loaded, request);
    this.units = units;
    this.request = followed;
    this.start = startOf(question);
    this.unseen = [...blindSpots(loaded, request, settled), ...open];
  }

  get asked(): boolean {
    return this.results.size > 0;
  }

  /** Properties that are not decided, and matter. */
  open(): Set<Property> {
    const { kind, properties } = this.question.goal;
    if (kind === 'whole' && this.violations.size > 0) return new Set();
    const proved = (p: Property) => [...this.results.values()].some((r) => proves(r, p));
    return new Set(properties.filter((p) => !this.violations.has(p) && !proved(p)));
  }

  /** A crash of one engine does not affect the others. */
  ask(engine: Engine, budget: number): void {
    const { request, options } = this.question;
    const asked = isProver(engine.name) ? this.request : request;
    try {
      const result = askEngine(engine, { ...asked, options: { ...options, budget } });
      const obligations = [
        ...result.obligations,
        ...this.unseen,
        ...(isProver(engine.name) ? [] : this.unproved(engine)),
      ];
      this.results.set(engine.name, { ...result, obligations, draw: (point) => result.draw(point) });
    } catch (error) {
      const what = `the engine ${engine.name} crashed in \`${request.entry.name}\``;
      this.problems.push(diagnostic('internal', `${what}: ${describeError(error)}`));
    }
  }

  /** An engine that looks for errors does not prove that there are none. */
  private unproved({ name }: Engine): Obligation[] {
    const text = `${name} finds errors; it does not prove that there are none`;
    return openEverywhere(this.question.request, text);
  }

  /** With as much of the budget as time allows, estimated from what the engine took before. */
  askWithin(engine: Engine, budget: number): void {
    const last = this.costs.get(engine.name);
    const share = this.promising('asked enough').length > 1 ? this.secondsLeft() / 2 : this.secondsLeft();
    const affordable = last ? (share / Math.max(0.001, last.seconds)) * last.budget : budget;
    const granted = Math.min(budget, Math.floor(affordable));
    if (last ? granted < 2 * last.budget : this.asked && this.secondsLeft() < 0) return;
    const start = this.secondsLeft();
    this.ask(engine, granted);
    this.costs.set(engine.name, { budget: granted, seconds: start - this.secondsLeft() });
  }

  private secondsLeft(): number {
    const { user, system } = process.cpuUsage(this.began);
    return this.question.patience - (user + system) / 1e6;
  }

  /** The engines that may decide something with a larger budget; first those that have left the fewest places open. */
  promising(so: 'asked little' | 'asked enough'): readonly Engine[] {
    const left = (e: Engine) => this.openOf(e)?.length ?? 0;
    return this.question.engines.filter((e) => this.mayDoBetter(e, so)).sort((a, b) => left(a) - left(b));
  }

  /**
   * Is there an open property of which it cannot say that something is beyond its abstraction? What takes much time is asked again only if
   * the budget was what it lacked.
   */
  private mayDoBetter(engine: Engine, so: 'asked little' | 'asked enough'): boolean {
    const places = this.openOf(engine);
    if (places === null) return !this.costs.has(engine.name);
    const needed = (p: Property) => places.filter((o) => o.property === p || (p === 'valid-memcleanup' && isLoss(o)));
    return [...this.open()].some((p) => {
      const kinds = needed(p).map((o) => o.reason?.kind);
      return !kinds.includes('unsupported') && (so === 'asked little' || kinds.includes('budget'));
    });
  }

  /** What it has left open itself; null if it was not asked, or crashed. */
  private openOf({ name }: Engine): readonly Obligation[] | null {
    const unseen = new Set(this.unseen);
    return this.results.get(name)?.obligations.filter((o) => o.status !== 'proved' && !unseen.has(o)) ?? null;
  }

  /** Runs begin at `main`, or at an entry that can be called at any time, with the inputs that findings propose. */
  run(wanted: ReadonlySet<Property>, steps: number): void {
    if (wanted.size === 0 || this.start === null) return;
    const { start, allocations } = this;
    const proposed = proposedBy(this.findings(), allocations);
    const until = this.question.goal.kind === 'whole' ? { until: 'first' as const } : {};
    this.keep(findViolations(this.units, wanted, { steps, allocations, start, ...until }, proposed));
  }

  /** Runs of the program on whole inputs, or of the entry on arguments, as `check` searches for them. */
  explore(wanted: ReadonlySet<Property>): void {
    if (wanted.size === 0) return;
    const { units, allocations } = this;
    if (this.question.request.entry.name !== 'main') this.tryEntry(wanted);
    else this.keep(exploreViolations(units, wanted, { goals: this.findings(), steps: EXPLORATION, allocations }));
  }

  /** What is required of parameters, runs would have to keep to. */
  private tryEntry(wanted: ReadonlySet<Property>): void {
    const { finder, request, options } = this.question;
    if (!finder || (request.requires ?? []).length > 0) return;
    const asked = { ...request, options: { ...options, budget: FINDING } };
    this.keep(violationsFrom({ request: asked, finder, wanted }));
  }

  private get allocations(): Effort['allocations'] {
    return this.question.options.mallocMayFail ? 'may fail' : 'succeed';
  }

  private findings(): Finding[] {
    return [...this.results.values()].flatMap((r) => r.findings);
  }

  private keep(found: ReadonlyMap<Property, Violation>): void {
    for (const [p, violation] of found) this.violations.set(p, violation);
  }

  answer(): Answer {
    const results = [...this.results.values()];
    const judgements = this.question.goal.properties.map((p) =>
      judge(p, results, this.violations.has(p) ? 'seen' : 'not seen'),
    );
    const contradictions = judgements.flatMap(({ property, contradictedBy }) =>
      contradictedBy.map((engine) =>
        diagnostic(
          'internal',
          `${engine} proves ${property}, but a run violates it`,
          this.violations.get(property)!.place,
        ),
      ),
    );
    const { units, violations } = this;
    return { judgements, violations, units, results, problems: [...this.problems, ...contradictions] };
  }
}

function startOf({ request: { entry, program }, loaded }: Question): NonNullable<Effort['start']> | null {
  if (entry.name === 'main') return {};
  return rootsOf(program, loaded.units).includes(entry) ? { ...UNKNOWN, entry: entry.name } : null;
}

/** Memory that is lost is not cleaned up either. */
const isLoss = ({ property }: Obligation): boolean => property === 'valid-memtrack';

/** Inputs under which allocations fail do not count if allocations are assumed to succeed. */
const proposedBy = (findings: readonly Finding[], allocations: Effort['allocations']): Input[] =>
  findings.flatMap(({ input }) =>
    input && (allocations === 'may fail' || input.failures.length === 0) ? [input] : [],
  );

/** Obligations that no engine considers. */
export const blindSpots = (
  loaded: Pick<LoadedProgram, 'units' | 'program'>,
  request: Question['request'],
  settled: ReadonlySet<Unordered> = new Set(),
): Obligation[] => [
  ...openFormats(loaded.program, request.entry),
  ...openOrders(loaded.program, request.entry, undefined, settled),
  ...openHandlers(loaded.program, request.entry),
  ...openReturns(loaded.program, request.entry),
  ...openReleases(loaded.program, request.entry),
  ...unseenFunctions(loaded, request),
  ...disagreements(loaded.units).flatMap((name) =>
    openEverywhere(request, `files declare ${name} with different types`),
  ),
];

/** Functions that no engine analyses: those that the front end could not read, and those that run before or after main. */
export function unseenFunctions({ units }: Pick<LoadedProgram, 'units'>, request: Question['request']): Obligation[] {
  const reasons = [
    ...units.flatMap((unit) => unit.lost).map(({ name, reason }) => `${name} is not seen: ${reason.message}`),
    ...units
      .flatMap((unit) => unit.functions)
      .filter((f) => (f.attributes.constructor || f.attributes.destructor) && hasBody(f))
      .map(({ name }) => `${name} runs before or after main, which is not followed`),
  ];
  return reasons.flatMap((reason) => openEverywhere(request, reason));
}

function openEverywhere({ entry }: Question['request'], text: string): Obligation[] {
  const { source, at, end } = entry.body!;
  const reason = because('unsupported', text);
  return PROPERTIES.map((property) => ({ property, site: { source, at, end }, status: 'unknown', reason }));
}

// Tries a finding: the function in which it lies is run on inputs that make it take the finding's route.
// Shown: the error happens. Contradicted: the whole route is taken, whatever callees do, and nothing is wrong.

import type { Location } from '../../base/source.js';
import type { Finding, Site } from '../../engines/engine.js';
import { isShown } from '../../findings/locate.js';
import { RepeatedRuns } from '../../interp/given/repeated.js';
import { Trail } from '../../interp/given/trail.js';
import type { Way } from '../../interp/given/way.js';
import { Linkage } from '../../interp/linkage.js';
import { type RunResult, runProgram } from '../../interp/run.js';
import type { Program } from '../../ir/link.js';
import type { Unit } from '../../ir/program.js';
import type { Route } from '../../ir/route.js';
import { isInModel } from '../../models/origin.js';
import { CONST } from '../../types/types.js';
import { findConstructors } from './constructors.js';
import { shows } from './replay.js';
import { type Attempt, costOf, type Effort, followRoutes, optionsFor, type Surroundings } from './route-search.js';
import { isFurther, NO_BLOCK, NOT_TRIED, type Stop, stopOf } from './stop.js';

/** With what was spent on it. */
export type Answer = { readonly instructions: number } & (
  | { readonly kind: 'shown'; readonly attempt: Attempt; readonly route: Route; readonly run: RunResult }
  /** `why`: if it is not that runs take the whole path. */
  | { readonly kind: 'contradicted'; readonly runs: number; readonly why?: string }
  | ({ readonly kind: 'not reached' } & Stop)
);

/** The answer with the run that shows the finding. */
export type ShownAnswer = Extract<Answer, { kind: 'shown' }>;

/** What is known of a program apart from the function that is run. */
export const surroundingsOf = (program: Program): Surroundings => ({
  isConstant: (g) => {
    const element = g.type.kind === 'array' ? g.type.element : g.type;
    return (element.quals & CONST) !== 0 || program.isNeverChanged(g);
  },
  targetsOf: (type) => program.targetsOf(type),
  constructorsOf: constructorsOf(program),
});

/** Found once for each program. */
const known = new WeakMap<Program, Surroundings['constructorsOf']>();

function constructorsOf(program: Program): Surroundings['constructorsOf'] {
  const found = known.get(program) ?? findConstructors(program.units);
  known.set(program, found);
  return found;
}

/** One linkage for all runs: the program's own units, and models for what they leave undefined. */
export function linkageOf({ units }: Program): Linkage {
  const isModel = ({ source }: Unit) => isInModel(source);
  return new Linkage(
    units.filter((unit) => !isModel(unit)),
    units.filter(isModel),
  );
}

const MOST_LOCATED = 6;

export const USUAL_EFFORT: Effort = { runs: 400, instructions: 2_000_000 };

export function tryFinding(linkage: Linkage, program: Program, f: Finding, effort: Effort = USUAL_EFFORT): Answer {
  const routes = f.rule === 'leak' && !f.allocation ? [] : (f.routes ?? []);
  const trier = new Trier(linkage, f, surroundingsOf(program));
  for (const group of byFunction(routes)) {
    const part = group.length / routes.length;
    const share = { runs: Math.ceil(effort.runs * part), instructions: effort.instructions * part };
    const shown = trier.try(group, share);
    if (shown) return shown;
  }
  return trier.failed(routes);
}

function byFunction(routes: readonly Route[]): Route[][] {
  const functions = [...new Set(routes.map((route) => route.function))];
  return functions.map((f) => routes.filter((route) => route.function === f));
}

class Trier {
  private runs = 0;
  private instructions = 0;
  private located = 0;
  private contradicted = 0;
  private readonly repeated: RepeatedRuns;
  private best: Stop = NOT_TRIED;

  constructor(
    private readonly linkage: Linkage,
    private readonly finding: Finding,
    private readonly outside: Surroundings,
  ) {
    this.repeated = new RepeatedRuns(linkage);
  }

  /** Routes through one function. */
  try(routes: readonly Route[], effort: Effort): ShownAnswer | null {
    const { finding } = this;
    const harmless = routes.map((): Trail[] => []);
    /** Before memory can be lost it must be made. */
    const isPromising = ({ made }: RunResult) =>
      finding.rule !== 'leak' || made.some((place) => isBorn(finding, place));
    const search = followRoutes(this.repeated, routes, { outside: this.outside, effort, isPromising });
    let next = search.next();
    for (; !next.done; next = search.next()) {
      const trial = next.value;
      this.runs++;
      this.instructions += costOf(trial.run);
      const shown = isShownBy(finding, trial.run) ? this.show(routes[0]!, trial) : null;
      if (shown) return shown;
      trial.trail.ways.forEach((way, i) => {
        if (isHarmless(finding, trial.run, way)) harmless[i]!.push(trial.trail);
        const stop = stopOf(trial.run, way);
        if (isFurther(stop, this.best)) this.best = stop;
      });
    }
    if (next.value === 'exhausted')
      this.contradicted += harmless.filter((all) => all.length > 0 && all.every((trail) => trail.isThorough)).length;
    return null;
  }

  /** Told from a run of its own, without the choices that the error does not need. */
  private show(route: Route, trial: Attempt): ShownAnswer | null {
    const { finding, linkage, outside } = this;
    /** To locate losses takes many runs: after some in vain, losses of the block elsewhere do not count. */
    if (finding.rule === 'leak' && this.located++ >= MOST_LOCATED) return null;
    const rerun = (attempt: Attempt, leaks: 'count' | 'locate') =>
      runProgram(linkage, { ...optionsFor(route, attempt, outside), leaks, trail: new Trail([route], new Map()) });
    const isReal = (run: RunResult) => isShownBy(finding, run) && shows(run, finding);
    for (const attempt of [reduced(trial, (less) => isShownBy(finding, rerun(less, 'count'))), trial]) {
      const run = rerun(attempt, 'locate');
      const { choices, failures } = attempt;
      const { instructions } = this;
      if (isReal(run)) return { kind: 'shown', attempt: { choices, failures }, route, run, instructions };
    }
    return null;
  }

  failed(routes: readonly Route[]): Answer {
    const { runs, instructions, best } = this;
    if (routes.length > 0 && this.contradicted === routes.length) return { kind: 'contradicted', runs, instructions };
    return { kind: 'not reached', instructions, ...(routes.length > 0 ? best : NO_BLOCK) };
  }
}

/** The attempt without the choices that the error does not need. */
function reduced(attempt: Attempt, shows: (attempt: Attempt) => boolean): Attempt {
  let best: Attempt = { choices: attempt.choices, failures: attempt.failures };
  for (const path of [...attempt.choices.keys()].reverse()) {
    const choices = new Map(best.choices);
    choices.delete(path);
    if (shows({ ...best, choices })) best = { ...best, choices };
  }
  return best;
}

/** A leak is shown by the loss of the block; where that is, must be looked for. */
function isShownBy(f: Finding, run: RunResult): boolean {
  if (f.rule !== 'leak') return shows(run, f);
  return (
    run.reliesOn === null &&
    run.lost.some(({ allocated, serial }) => isBorn(f, allocated) && !run.constructed.has(serial))
  );
}

/** Does the run take the whole route and go on behind it, with the block in question in good hands? */
function isHarmless(f: Finding, run: RunResult, way: Way): boolean {
  if (!way.isComplete || run.outcome.kind !== 'exit' || run.reliesOn !== null) return false;
  if (f.rule !== 'leak') return true;
  return run.made.some((place) => isBorn(f, place));
}

/** Is the block that a finding is about allocated there? What a model allocates is allocated by a call of the trace. */
export function isBorn({ allocation, trace }: Pick<Finding, 'allocation' | 'trace'>, place: Location | null): boolean {
  if (!allocation || !place) return false;
  const sites = isShown(allocation) ? [allocation] : trace.map(({ site }) => site);
  return sites.some((site) => isSame(placeOf(site), place));
}

const placeOf = ({ source, at }: Site): Location => source.locate(at);
const isSame = (a: Location, b: Location): boolean => a.line === b.line && a.file === b.file;

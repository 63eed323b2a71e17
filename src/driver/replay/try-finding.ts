// Tries a finding: the function in which it lies is run on inputs that make it take the finding's route.
// Shown: the error happens. Contradicted: the whole route is taken, whatever callees do, and nothing is wrong.

import type { Location } from '../../base/source.js';
import type { Finding, Site } from '../../engines/engine.js';
import { isShown } from '../../findings/locate.js';
import { RepeatedRuns } from '../../interp/given/repeated.js';
import { Trail } from '../../interp/given/trail.js';
import { Linkage } from '../../interp/linkage.js';
import { type RunResult, runProgram } from '../../interp/run.js';
import type { Program } from '../../ir/link.js';
import type { Unit } from '../../ir/program.js';
import type { Route } from '../../ir/route.js';
import { isInModel } from '../../models/origin.js';
import { CONST } from '../../types/types.js';
import { findConstructors } from './constructors.js';
import { shows } from './replay.js';
import { type Attempt, type Effort, followRoute, optionsFor, type Surroundings, type Trial } from './route-search.js';

/** With what was spent on it. */
export type Answer = { readonly instructions: number } & (
  | { readonly kind: 'shown'; readonly attempt: Attempt; readonly route: Route; readonly run: RunResult }
  /** `why`: if it is not that runs take the whole path. */
  | { readonly kind: 'contradicted'; readonly runs: number; readonly why?: string }
  | { readonly kind: 'not reached'; readonly followed: number; readonly turns: number; readonly why: string }
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
  const outside = surroundingsOf(program);
  const routes = f.rule === 'leak' && !f.allocation ? [] : (f.routes ?? []);
  const share = { runs: Math.ceil(effort.runs / routes.length), instructions: effort.instructions / routes.length };
  let [followed, turns] = [0, 0];
  let contradictions = 0;
  let [runs, instructions] = [0, 0];
  let why = '';
  let located = 0;
  const repeated = new RepeatedRuns(linkage);
  for (const route of routes) {
    const harmless: Trail[] = [];
    const search = followRoute(repeated, route, outside, share);
    /** To locate losses takes many runs: after some in vain, losses of the block elsewhere do not count. */
    const isLostThere = (attempt: Attempt): boolean =>
      f.rule !== 'leak' ||
      (located++ < MOST_LOCATED &&
        shows(runProgram(linkage, { ...optionsFor(route, attempt, outside), leaks: 'locate' }), f));
    let next = search.next();
    for (; !next.done; next = search.next()) {
      const trial = next.value;
      runs++;
      instructions += trial.run.steps;
      if (isShownBy(f, trial.run) && isLostThere(trial)) {
        const rerun = (attempt: Attempt, leaks: 'count' | 'locate' = 'count') =>
          runProgram(linkage, { ...optionsFor(route, attempt, outside), leaks, trail: new Trail(route, new Map()) });
        const attempt = reduced(trial, (less) => isShownBy(f, rerun(less)));
        return { kind: 'shown', attempt, route, run: rerun(attempt, 'locate'), instructions };
      }
      if (isHarmless(f, trial)) harmless.push(trial.trail);
      if (trial.trail.followed >= followed) {
        [followed, turns] = [trial.trail.followed, route.turns.length];
        why = endOf(trial, route);
      }
    }
    const isSettled = next.value === 'exhausted' && harmless.every((trail) => trail.isThorough);
    if (harmless.length > 0 && isSettled) contradictions++;
  }
  if (routes.length > 0 && contradictions === routes.length) return { kind: 'contradicted', runs, instructions };
  return { kind: 'not reached', followed, turns, why, instructions };
}

function endOf({ run: { outcome }, trail: { leftAt } }: Trial, { function: { body } }: Route): string {
  if (leftAt?.terminator.kind === 'branch')
    return `left at \`${body!.source.phrase(leftAt.terminator.condition)}\` line ${body!.source.locate(leftAt.terminator.at).line}`;
  if (outcome.kind === 'exit') return 'returned';
  const { message, calls } = outcome.kind === 'incident' ? outcome.incident : outcome;
  return calls[0] ? `${message} (${calls[0].function}, line ${calls[0].location.line})` : message;
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
function isHarmless(f: Finding, { run, trail }: Trial): boolean {
  if (!trail.isComplete || run.outcome.kind !== 'exit' || run.reliesOn !== null) return false;
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

// Heaps for reports with pictures: an engine that draws analyses small programs for the drawings alone.
// Between the findings of `check` and the portraits of functions that pages show.

import { describeError } from '../../base/crash.js';
import { type Diagnostic, diagnostic } from '../../base/diagnostics.js';
import type { AnalysisResult, EntryEngine } from '../../engines/engine.js';
import { isHome, type Place, showsPlace } from '../../findings/portrait.js';
import type { CompileJob } from '../../frontend/compile-job.js';
import { hasBody } from '../../ir/link.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import { linkWithModels } from '../../models/load.js';
import { displayPath } from '../load/find-jobs.js';
import { requirementsOf } from '../load/requirements.js';
import type { AnalysisPlan } from '../plan.js';
import type { UnitAnalysis } from './analyse-unit.js';

/** More files than this are a project, and no collection of small programs. */
const MOST_FILES = 12;
/** Functions that are analysed by themselves because no execution from main gets to their findings. */
const MOST_HOMES = 24;

export interface ReadUnit {
  readonly unit: Unit;
  readonly job: CompileJob;
}

type Plan = Pick<AnalysisPlan<EntryEngine>, 'engine' | 'options' | 'models'>;

/** Analyses that draw the heaps at these places, as far as the engine gets there. */
export function analyseForPictures(all: readonly ReadUnit[], places: readonly Place[], plan: Plan): UnitAnalysis {
  if (all.length > MOST_FILES) return { results: [], problems: [] };
  const withMain = all.filter(({ unit }) => unit.functions.some(isMain));
  const programs = withMain.length > 1 ? all.map((one) => [one]) : [all];
  const analyses = programs.map((units) => analyseProgram(units, places, plan));
  return { results: analyses.flatMap((a) => a.results), problems: analyses.flatMap((a) => a.problems) };
}

const isMain = (f: FunctionSymbol): boolean => f.name === 'main' && hasBody(f);

/** From main, then from each function with a place that was not reached. */
function analyseProgram(units: readonly ReadUnit[], places: readonly Place[], plan: Plan): UnitAnalysis {
  const [first] = units;
  if (!first) return { results: [], problems: [] };
  const { engine, options, models } = plan;
  const program = linkWithModels(
    units.map(({ unit }) => unit),
    first.job.target,
    models,
  );
  const results: AnalysisResult[] = [];
  const problems: Diagnostic[] = [];
  const analyse = (entry: FunctionSymbol, { job }: ReadUnit) => {
    const { requirements } = requirementsOf(entry, job);
    try {
      results.push(engine.analyse({ program, entry, options, requires: requirements }));
    } catch (error) {
      const what = `the engine ${engine.name} crashed in \`${entry.name}\`, which it was to draw`;
      problems.push(diagnostic('internal', `${what}: ${describeError(error)}`));
    }
  };
  const main = program.functionNamed('main');
  if (main && hasBody(main)) analyse(main, units.find(({ unit }) => unit.functions.includes(main)) ?? first);
  let left = MOST_HOMES;
  for (const one of units) {
    const show = (file: string) => displayPath(one.job, file);
    for (const f of one.unit.functions.filter(hasBody)) {
      const own = places.filter((place) => isHome(f, place, show));
      const isOpen = own.some((place) => !results.some((r) => showsPlace(r, f, place)));
      if (isOpen && left-- > 0) analyse(f, one);
    }
  }
  return { results, problems };
}

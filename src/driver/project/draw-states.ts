// Heaps at any point for an engine by summaries, which keeps no states: a function is analysed once more when its first heap is wanted.
// After the analysis of a program; for `shapes` and the local page.

import type { AnalysisResult } from '../../engines/engine.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import { type Finished, summariesIn } from './illustrate-findings.js';

/** What draws states at points of the packed program. */
export function drawerOf({ engine, program, options, outcomes }: Finished): AnalysisResult['draw'] {
  const analysis = engine.open(program, options);
  const analysed = new Map(outcomes.map((o) => [o.function, 'result' in o] as const));
  const summaryOf = summariesIn(outcomes);
  const looks = new Map<PackedFunction, AnalysisResult['draw']>();
  return (point) => {
    const f = point.function as PackedFunction;
    if (!analysed.get(f)) return [];
    const look = looks.get(f) ?? analysis.look(f, summaryOf);
    looks.set(f, look);
    return look(point);
  };
}

// Why `caulk shapes` draws nothing at a place: that it is unreachable is said only by an analysis that has proved it.
// From the results of an engine to the text that stands in the place of a drawing.

import type { AnalysisResult } from '../engines/engine.js';
import { isProver } from '../engines/registry.js';
import type { FunctionSymbol } from '../ir/program.js';
import { isOwn } from '../models/origin.js';

/** `concerned`: the functions that the entries lead to. */
export function whyNothing(results: readonly AnalysisResult[], concerned: ReadonlySet<FunctionSymbol>): string {
  const [first] = results;
  if (!first) return 'this place is unreachable';
  const { engine } = first;
  if (!isProver(engine)) return `no path that \`${engine}\` follows gets to this place`;
  const reports = results
    .flatMap(({ functions }) => functions)
    .filter((f) => isOwn(f.function) && concerned.has(f.function));
  const open = reports.find(({ status }) => status !== 'analysed');
  const unknown = results.flatMap(({ obligations }) => obligations).find(({ status }) => status === 'unknown');
  if (!open && !unknown) return 'this place is unreachable';
  const reason = open?.reason ?? unknown?.reason;
  return `\`${engine}\` does not get to this place${reason ? `: ${reason.text}` : ''}`;
}

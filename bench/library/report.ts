// The result of `caulk bench library` as a table: a row for each part of the library, and aims.
// Disagreements by name are in disagreements.ts.

import type { EngineName } from '../../src/engines/engine.js';
import { PROVERS } from '../../src/engines/registry.js';
import type { BenchResult } from '../result.js';
import type { GroupResult, LibraryResult } from './library.js';

export function summarize(result: LibraryResult): Pick<BenchResult, 'rows' | 'aims'> {
  const files = unique([...result.groups, ...result.leftOut].map((g) => g.file)).sort();
  const rows = files.map((file) => rowOf(file, result));
  const none = (aim: string, bad: readonly string[]) => ({
    aim,
    target: '0',
    measured: shorten(bad),
    met: bad.length === 0,
  });
  return {
    rows,
    aims: [
      none('models neither exercised nor left out', result.forgotten),
      none('functions that the interpreter gets wrong', unique(result.groups.filter(differs).map((g) => g.name))),
      none('functions that an engine does not cover', unique(result.wrong.map((w) => w.cover.call.function))),
      none('crashes of engines', result.crashes),
      none('sound calls that fail in the real library', unique(result.groups.filter(isMisused).map((g) => g.name))),
    ],
  };
}

export const unique = (names: readonly string[]): string[] => [...new Set(names)];
const shorten = (all: readonly string[]): string =>
  all.length === 0 ? '0' : `${all.length}: ${all.slice(0, 8).join(', ')}${all.length > 8 ? ', …' : ''}`;
const differs = (g: GroupResult): boolean => g.comparisons.some((c) => c.differences.length > 0);
export const isUninterpreted = (g: GroupResult): boolean => g.comparisons.every((c) => c.obstacle !== null);

/** A call that was meant to be right failed: the hint is wrong, or the library is. */
export const isMisused = (g: GroupResult): boolean =>
  g.observations.some((o, i) => o.error !== null && !g.calls[i]!.faulty);

/** How many functions each engine decides if nothing is claimed. */
function decidedBy(names: ReadonlySet<string>, { decided }: LibraryResult) {
  const own = decided.filter(({ cover }) => names.has(cover.call.function));
  const count = (engine: EngineName) =>
    unique(own.filter((d) => d.engines.includes(engine)).map((d) => d.cover.call.function)).length;
  return Object.fromEntries(PROVERS.map((engine) => [engine, count(engine)]));
}

function rowOf(file: string, result: LibraryResult) {
  const { groups, wrong, leftOut } = result;
  const own = groups.filter((g) => g.file === file);
  const names = new Set(own.flatMap((g) => g.calls.map((c) => c.function)));
  return {
    models: file,
    functions: names.size,
    calls: own.reduce((n, g) => n + g.calls.length, 0),
    compared: own.reduce((n, g) => n + g.comparisons.reduce((k, c) => k + c.compared, 0), 0),
    different: own.filter(differs).length,
    'not interpreted': own.filter(isUninterpreted).length,
    'not covered': unique(wrong.filter((w) => names.has(w.cover.call.function)).map((w) => w.cover.call.function))
      .length,
    ...decidedBy(names, result),
    'left out': leftOut.filter((o) => o.file === file).length,
  };
}

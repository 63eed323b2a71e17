// Turns the sites of a finding, offsets in preprocessed text, into files, lines and columns.
// First step after an engine: the result no longer refers to the text of a unit.

import type { Location, SourceText } from '../base/source.js';
import type { Finding, Site } from '../engines/engine.js';
import { alignColumn } from './align-column.js';
import type { LocatedFinding, Repetition, ReportedCertainty } from './report.js';
import type { SourceFiles } from './source-files.js';

/** How the user would name a file that a line marker names. */
export type ShowFile = (source: SourceText, file: string) => string;

/** A finding of an engine, perhaps confirmed by replay. */
export type JudgedFinding = Omit<Finding, 'certainty'> & {
  readonly certainty: ReportedCertainty;
  readonly repetition?: Repetition;
};

export function locateFindings(
  findings: readonly JudgedFinding[],
  showFile: ShowFile,
  sources: SourceFiles,
): LocatedFinding[] {
  const place = (site: Site): Location => {
    const { file, line } = site.source.locate(site.at);
    const shown = showFile(site.source, file);
    return { file: shown, line: Math.max(1, line), column: alignColumn(site, sources.line(shown, line)) };
  };
  return findings.map(
    ({
      site,
      engine,
      trace,
      allocation,
      input: _,
      routes: __,
      manyBlocks: ___,
      doubts = [],
      worth = null,
      ...finding
    }) => ({
      ...finding,
      ...place(site),
      engines: [engine],
      trace: trace.map((step) => ({ ...place(step.site), message: step.message })),
      allocation: allocation && isShown(allocation) ? place(allocation) : null,
      doubts: finding.certainty === 'confirmed' ? [] : doubts,
      worth: finding.certainty === 'confirmed' ? null : worth,
    }),
  );
}

/** Sites in the library models cannot be shown. */
export const isShown = ({ source }: Site): boolean => !source.name.startsWith('<');

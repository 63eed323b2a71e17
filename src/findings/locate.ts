// Turns the sites of a finding, offsets in preprocessed text, into files, lines and columns that can be opened.
// First step after an engine: what it gives no longer holds on to the text of a unit.

import type { Location, SourceText } from '../base/source.js';
import type { Finding, Site } from '../engines/engine.js';
import { alignColumn } from './align-column.js';
import type { LocatedFinding, ReportedCertainty } from './report.js';
import type { SourceFiles } from './source-files.js';

/** How a person at the terminal names a file that a unit's line markers name. */
export type ShowFile = (source: SourceText, file: string) => string;

/** What an engine found, or what a replay made of it. */
export type JudgedFinding = Omit<Finding, 'certainty'> & { readonly certainty: ReportedCertainty };

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
  return findings.map(({ site, engine, trace, allocation, input: _, ...finding }) => ({
    ...finding,
    ...place(site),
    engines: [engine],
    trace: trace.map((step) => ({ ...place(step.site), message: step.message })),
    allocation: allocation && isShown(allocation) ? place(allocation) : null,
  }));
}

/** A place in a model of the library is nothing that can be opened. */
export const isShown = ({ source }: Site): boolean => !source.name.startsWith('<');

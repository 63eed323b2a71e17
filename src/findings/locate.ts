// Turns the sites of a finding, offsets in preprocessed text, into files, lines and columns.
// First step after an engine: the result no longer refers to the text of a unit.

import type { Location, SourceText } from '../base/source.js';
import type { Finding, Site, TraceStep } from '../engines/engine.js';
import { alignColumn } from './align-column.js';
import { asWritten } from './as-written.js';
import { foldAllocations } from './fold-allocations.js';
import type { LocatedFinding, Repetition, ReportedCertainty, Step } from './report.js';
import type { SourceFiles } from './source-files.js';
import { wordingOf } from './wording.js';

/** How the user would name a file that a line marker names. */
export type ShowFile = (source: SourceText, file: string) => string;

/** A finding of an engine, perhaps confirmed by replay. */
export type JudgedFinding = Omit<Finding, 'certainty'> & {
  readonly certainty: ReportedCertainty;
  readonly repetition?: Repetition;
};

/** Names the place of a site, and quotes its code as the user wrote it. */
export interface Locator {
  place(site: Site): Location;
  /** The message with the code that it quotes, in this order. */
  said(message: string, quotes: readonly Site[] | undefined): string;
}

export function locatorFor(showFile: ShowFile, sources: SourceFiles): Locator {
  const place = (site: Site): Location => {
    const { file, line } = site.source.locate(site.at);
    const shown = showFile(site.source, file);
    return { file: shown, line: Math.max(1, line), column: alignColumn(site, sources.line(shown, line)) };
  };
  const lineOf = (site: Site) => {
    const { file } = site.source.locate(site.at);
    const shown = showFile(site.source, file);
    return (line: number) => sources.line(shown, line);
  };
  const said = (message: string, quotes: readonly Site[] = []): string => {
    const written = quotes.map((site) => asWritten(site, lineOf(site)));
    let i = 0;
    return message.replace(/`[^`]*`/g, (quoted) => {
      const text = written[i++] ?? null;
      return text === null ? quoted : `\`${text}\``;
    });
  };
  return { place, said };
}

export function locateFindings(
  findings: readonly JudgedFinding[],
  showFile: ShowFile,
  sources: SourceFiles,
): LocatedFinding[] {
  const { place, said } = locatorFor(showFile, sources);
  return findings.map(
    ({
      site,
      engine,
      trace,
      allocation,
      input: _,
      routes: __,
      manyBlocks: ___,
      isTested: ____,
      facts,
      quotes,
      doubts = [],
      worth = null,
      ...finding
    }) => ({
      ...finding,
      ...place(site),
      message: said(wordingOf({ ...finding, ...(facts ? { facts } : {}), site, trace, allocation }), quotes),
      engines: [engine],
      trace: foldAllocations(trace).map((step) => locateStep(step, { place, said })),
      allocation: allocation && isShown(allocation) ? place(allocation) : null,
      doubts: finding.certainty === 'confirmed' ? [] : doubts,
      worth: finding.certainty === 'confirmed' ? null : worth,
    }),
  );
}

export const locateStep = ({ site, message, quotes, heap }: TraceStep, { place, said }: Locator): Step => ({
  ...place(site),
  message: said(message, quotes),
  ...(heap ? { heap } : {}),
});

/** Sites in the library models cannot be shown. */
export const isShown = ({ source }: Site): boolean => !source.name.startsWith('<');

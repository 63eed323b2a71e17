// The order of findings in every report: the most certain first, those with doubts behind them, latent ones last, then by position.
// Deterministic, independent of the order in which engines report.

import type { Location } from '../base/source.js';
import type { LocatedFinding, ReportedCertainty } from './report.js';

const CERTAINTIES: readonly ReportedCertainty[] = ['confirmed', 'definite', 'possible'];

/** Negative if `a` is more certain. */
export function compareCertainty(a: ReportedCertainty, b: ReportedCertainty): number {
  return CERTAINTIES.indexOf(a) - CERTAINTIES.indexOf(b);
}

export function comparePlaces(a: Location, b: Location): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

export function compareFindings(a: LocatedFinding, b: LocatedFinding): number {
  return (
    compareCertainty(a.certainty, b.certainty) ||
    Number(a.latent ?? false) - Number(b.latent ?? false) ||
    (b.worth ?? 1) - (a.worth ?? 1) ||
    comparePlaces(a, b) ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message) ||
    compareText(a.engines.join(), b.engines.join())
  );
}

/** By code units, independent of the locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

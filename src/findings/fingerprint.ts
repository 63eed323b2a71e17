// Fingerprints identify findings across edits: they depend on code, not on line numbers.
// Computed when a report is concluded; baselines and code scanning services match findings by them.

import { createHash } from 'node:crypto';
import { comparePlaces } from './order.js';
import type { LocatedFinding } from './report.js';
import type { SourceFiles } from './source-files.js';

/** Findings with equal descriptions are numbered in the order of their positions. */
export function fingerprintFindings(
  findings: readonly LocatedFinding[],
  sources: SourceFiles,
): ReadonlyMap<LocatedFinding, string> {
  const seen = new Map<string, number>();
  const prints = new Map<LocatedFinding, string>();
  for (const finding of [...findings].sort(comparePlaces)) {
    const words = JSON.stringify(describe(finding, sources));
    const number = seen.get(words) ?? 0;
    seen.set(words, number + 1);
    prints.set(finding, createHash('sha256').update(`${words}#${number}`).digest('hex').slice(0, 32));
  }
  return prints;
}

/** The rule, the function and the code itself; engines and wording may change. */
function describe(finding: LocatedFinding, sources: SourceFiles): readonly (string | null)[] {
  const { rule, file, allocation } = finding;
  const code = codeAt(sources, file, finding.line) ?? finding.message.replace(/\d+/g, '#');
  return [rule, file, finding.function, code, allocation && codeAt(sources, allocation.file, allocation.line)];
}

/** A line with normalised blanks, without a suppression, which must not change the fingerprint. */
function codeAt(sources: SourceFiles, file: string, line: number): string | null {
  const bytes = sources.line(file, line);
  if (!bytes) return null;
  const text = Buffer.from(bytes).toString('latin1');
  return text
    .replace(/\/[/*]\s*caulk-ignore.*/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

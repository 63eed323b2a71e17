// A name for a finding that stays when lines are inserted above it: made of words, not of line numbers.
// Computed when a report is concluded; baselines and code scanning services recognise findings by it.

import { createHash } from 'node:crypto';
import { comparePlaces } from './order.js';
import type { LocatedFinding } from './report.js';
import type { SourceFiles } from './source-files.js';

/** Findings that look the same are numbered in the order of their places. */
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

/** The rule, where in the program, and the code itself; engines and wording may change. */
function describe(finding: LocatedFinding, sources: SourceFiles): readonly (string | null)[] {
  const { rule, file, allocation } = finding;
  const code = codeAt(sources, file, finding.line) ?? finding.message.replace(/\d+/g, '#');
  return [rule, file, finding.function, code, allocation && codeAt(sources, allocation.file, allocation.line)];
}

/** A line with its blanks made alike, without a suppression, which must not change who the finding is. */
function codeAt(sources: SourceFiles, file: string, line: number): string | null {
  const bytes = sources.line(file, line);
  if (!bytes) return null;
  const text = Buffer.from(bytes).toString('latin1');
  return text
    .replace(/\/[/*]\s*caulk-ignore.*/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

// Separates suppressed findings from the rest; reports unused suppressions.
// Called when a report is concluded; suppressed findings stay in the report, marked.

import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { FunctionEntry, LocatedFinding } from './report.js';
import type { Rule } from './rules.js';
import type { SourceFiles } from './source-files.js';
import { readSuppressions, type Suppression } from './suppression.js';

export interface Suppressed {
  /** The suppressed findings, and their suppressions. */
  readonly by: ReadonlyMap<LocatedFinding, Suppression>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface SuppressionScope {
  /** The files that were analysed, as findings name them. */
  readonly files: readonly string[];
  /** The enabled rules: a suppression of another rule is not unused. */
  readonly rules: ReadonlySet<Rule>;
  readonly functions: readonly FunctionEntry[];
  readonly sources: SourceFiles;
}

export function suppressFindings(findings: readonly LocatedFinding[], scope: SuppressionScope): Suppressed {
  const by = new Map<LocatedFinding, Suppression>();
  const diagnostics: Diagnostic[] = [];
  const files = new Set([...scope.files, ...findings.map((finding) => finding.file)]);
  for (const file of [...files].sort()) {
    const bytes = scope.sources.read(file);
    if (!bytes) continue;
    const read = readSuppressions(file, bytes);
    diagnostics.push(...read.diagnostics);
    const here = read.suppressions.length > 0 ? findings.filter((finding) => finding.file === file) : [];
    for (const suppression of read.suppressions) diagnostics.push(...apply(suppression, here, scope, by));
  }
  return { by, diagnostics };
}

function apply(
  suppression: Suppression,
  findings: readonly LocatedFinding[],
  scope: SuppressionScope,
  by: Map<LocatedFinding, Suppression>,
): Diagnostic[] {
  const covered = findings.filter((f) => f.line === suppression.covers && suppression.rules.includes(f.rule));
  for (const finding of covered) if (!by.has(finding)) by.set(finding, suppression);
  if (!wasAnalysed(suppression, scope.functions)) return [];
  const idle = suppression.rules.filter((rule) => scope.rules.has(rule) && !covered.some((f) => f.rule === rule));
  if (idle.length === 0) return [];
  return [diagnostic('unused-suppression', `no finding is suppressed here for ${idle.join(', ')}`, suppression)];
}

/** A suppression can be called unused only if an engine analysed the function around it. */
function wasAnalysed({ file, covers }: Suppression, functions: readonly FunctionEntry[]): boolean {
  let around: FunctionEntry | null = null;
  for (const entry of functions) {
    if (entry.file === file && entry.line <= covers && entry.line >= (around?.line ?? 0)) around = entry;
  }
  return around === null || around.status === 'analysed';
}

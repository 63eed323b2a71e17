// Assembles the findings of a report from those of all engines and units: merged, ordered, suppressed, compared.
// Last step before src/report; the command line adds functions and statistics.

import type { Diagnostic } from '../base/diagnostics.js';
import type { Baseline } from './baseline.js';
import { fingerprintFindings } from './fingerprint.js';
import { describeMark, type Mark, settles } from './marks.js';
import { mergeFindings } from './merge.js';
import type { GoneFinding, LocatedFinding, ReportedFinding } from './report.js';
import { isRule } from './rules.js';
import { simplifyCondition } from './simplify-condition.js';
import { type SuppressionScope, suppressFindings } from './suppress.js';
import type { Suppression } from './suppression.js';

export interface AssemblyScope extends SuppressionScope {
  readonly baseline: Baseline | null;
  readonly marks: readonly Mark[];
  /** Is the file excluded by the configuration? */
  readonly isExcluded: (file: string) => boolean;
}

export interface AssembledFindings {
  readonly findings: readonly ReportedFinding[];
  readonly suppressed: readonly ReportedFinding[];
  readonly gone: readonly GoneFinding[] | null;
  readonly diagnostics: readonly Diagnostic[];
}

export function assembleFindings(located: readonly LocatedFinding[], scope: AssemblyScope): AssembledFindings {
  const wanted = located.filter(({ rule, file }) => scope.rules.has(rule) && !scope.isExcluded(file));
  const merged = mergeFindings(wanted).map(tidy);
  const prints = fingerprintFindings(merged, scope.sources);
  const { by, diagnostics } = suppressFindings(merged, scope);
  const marks = new Map(scope.marks.map((mark) => [mark.fingerprint, mark]));
  const all = merged.map((finding): ReportedFinding => {
    const fingerprint = prints.get(finding)!;
    const known = scope.baseline && (scope.baseline.has(fingerprint) ? 'unchanged' : 'new');
    const mark = marks.get(fingerprint) ?? null;
    return {
      ...finding,
      fingerprint,
      baseline: known,
      suppression: suppressionOf(by.get(finding), mark),
      mark,
    };
  });
  const present = new Set(all.map((finding) => finding.fingerprint));
  return {
    findings: all.filter((finding) => !finding.suppression),
    suppressed: all.filter((finding) => finding.suppression),
    gone: scope.baseline && findGone(scope.baseline, present, scope),
    diagnostics,
  };
}

function suppressionOf(comment: Suppression | undefined, mark: Mark | null): ReportedFinding['suppression'] {
  if (comment) return { by: 'comment', reason: comment.reason };
  return mark && settles(mark) ? { by: 'mark', reason: describeMark(mark) } : null;
}

const tidy = (finding: LocatedFinding): LocatedFinding =>
  finding.condition === null ? finding : { ...finding, condition: simplifyCondition(finding.condition) };

/** A finding is not gone if its rule or file was out of scope this time. */
function findGone(baseline: Baseline, present: ReadonlySet<string>, scope: AssemblyScope): GoneFinding[] {
  const files = new Set(scope.files);
  const looked = ({ rule, file }: GoneFinding) =>
    (!isRule(rule) || scope.rules.has(rule)) && (files.has(file) || scope.sources.read(file) === null);
  return [...baseline.values()].filter((entry) => !present.has(entry.fingerprint) && looked(entry));
}

/** The findings that decide the exit status: all, or those that are not in the baseline. */
export function newFindings(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  return findings.filter((finding) => finding.baseline !== 'unchanged');
}

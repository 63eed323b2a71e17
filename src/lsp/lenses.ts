// Above each function what is known of it: its findings, or its proof; behind a line the condition of its finding.
// From a report, and the proofs that were asked for, to the client.

import type { CodeLens, InlayHint, Range } from 'vscode-languageserver';
import type { FunctionVerdict } from '../driver/project/function-prover.js';
import type { FunctionEntry, ReportedFinding } from '../findings/report.js';
import { whenOf } from '../findings/when.js';
import { COMMANDS } from './commands.js';
import { lineRange, startOf } from './positions.js';
import type { Current } from './project.js';

/** The proofs of functions of a file, by name. */
export type Verdicts = ReadonlyMap<string, FunctionVerdict>;

export function lensesOf({ report, texts }: Current, uri: string, verdicts: Verdicts): CodeLens[] {
  const here = report.functions.filter((f) => f.line > 0 && texts.uriOf(f.file) === uri);
  return here.map((f) => {
    const findings = report.findings.filter((one) => one.function === f.name && one.file === f.file);
    const range: Range = lineRange(texts.linesOf(f.file), f.line);
    return {
      range,
      command: { title: titleOf(f, findings, verdicts.get(f.name)), command: COMMANDS.prove, arguments: [uri, f.name] },
    };
  });
}

function titleOf(f: FunctionEntry, findings: readonly ReportedFinding[], verdict: FunctionVerdict | undefined): string {
  if (findings.length > 0) return findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  if (verdict) return describeVerdict(verdict);
  if (f.status !== 'analysed') return `not analysed to the end: ${f.reason ?? 'no reason is known'}`;
  return 'no findings · prove';
}

/** `proved by paths, assuming that …` */
export function describeVerdict({ proof, reason }: FunctionVerdict): string {
  if (!proof) return `not proved: ${reason?.text ?? 'no engine decides it'}`;
  const assumed = [...new Set(proof.assumptions.map(({ text }) => text.replace(/ \([^()]*line \d+\)$/, '')))];
  return `proved by ${proof.engine}${assumed.length === 0 ? '' : `, assuming: ${assumed.join('; ')}`}`;
}

export function hintsOf({ report, texts }: Current, uri: string, range: Range): InlayHint[] {
  return report.findings.flatMap((f) => {
    const when = texts.uriOf(f.file) === uri ? whenOf(f) : null;
    const { line } = startOf(f.line);
    if (when === null || line < range.start.line || line > range.end.line) return [];
    return [{ position: lineRange(texts.linesOf(f.file), f.line).end, label: `when ${when}`, paddingLeft: true }];
  });
}

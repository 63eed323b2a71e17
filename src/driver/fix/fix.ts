// Checked fixes: a candidate is offered only if the changed program was analysed again, the finding is gone, and nothing is new.
// From the findings of a session to fixes; `caulk fix`, the language server and `caulk bench fixes` ask here.

import { resolve } from 'node:path';
import { applyEdits, diffOf, type Fix } from '../../findings/fix.js';
import type { Report, ReportedFinding } from '../../findings/report.js';
import { readSourceFile } from '../../findings/source-files.js';
import type { UnsavedTexts } from '../../frontend/compile-job.js';
import type { Stopper } from '../project/stopper.js';
import type { Session } from '../session/session.js';
import type { Candidate } from './candidate.js';
import { Code } from './code.js';
import { KINDS } from './kinds.js';

/** So many candidates are tried for one finding. */
const MOST = 6;

export interface FixRequest {
  readonly session: Session;
  /** What both stages say of these texts. */
  readonly report: Report;
  readonly unsaved: UnsavedTexts;
  readonly stopper?: Stopper;
}

/** The first candidate that passes; null if none does. */
export async function fixFinding(finding: ReportedFinding, request: FixRequest): Promise<Fix | null> {
  const path = resolve(request.report.root, finding.file);
  const bytes = request.unsaved.get(path) ?? readSourceFile(path);
  const text = bytes && textOf(bytes);
  if (!text) return null;
  const seen = new Set<string>();
  for (const candidate of KINDS[finding.rule](finding, new Code(text)).slice(0, MOST)) {
    const changed = applyEdits(text, candidate.edits);
    if (changed === text || seen.has(changed)) continue;
    seen.add(changed);
    const unsaved = new Map(request.unsaved).set(path, Buffer.from(changed));
    if (await mends(finding, unsaved, request)) return fixOf(candidate, finding.file, text);
  }
  return null;
}

const fixOf = ({ title, edits }: Candidate, file: string, text: string): Fix => ({
  title,
  file,
  edits,
  diff: diffOf(file, text, edits),
});

/** Only UTF-8 can be written back as it was. */
function textOf(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.compare(Buffer.from(text), bytes) === 0 ? text : null;
}

/** The quick stage first: most candidates that do not mend fail there. */
async function mends(finding: ReportedFinding, unsaved: UnsavedTexts, request: FixRequest): Promise<boolean> {
  const { session, report, stopper } = request;
  for (const stages of ['first', 'both'] as const) {
    const checked = await session.check({ unsaved, stages, keep: 'settled', ...(stopper ? { stopper } : {}) });
    if ('problems' in checked) return false;
    const isOpen = stages === 'first' && finding.engines[0] === 'run'; // the first stage may not see it
    if (!isBetter(checked.report, report, isOpen ? null : finding)) return false;
  }
  return true;
}

/** The finding is gone, nothing is new, and everything that was read is still read and analysed. */
function isBetter(after: Report, before: Report, finding: ReportedFinding | null): boolean {
  const known = new Set([...before.findings, ...before.suppressed].map((f) => f.fingerprint));
  if (finding) known.delete(finding.fingerprint);
  const isKnown = [...after.findings, ...after.suppressed].every((f) => known.has(f.fingerprint));
  return isKnown && problemsIn(after) <= problemsIn(before) && leftIn(after) <= leftIn(before);
}

const problemsIn = ({ diagnostics }: Report): number =>
  diagnostics.filter(({ code }) => code !== 'unused-suppression').length;

const leftIn = ({ functions }: Report): number => functions.filter(({ status }) => status !== 'analysed').length;

/** Fixes of several findings, each checked with those before it; the texts with all of them. */
export interface AppliedFixes {
  readonly fixes: ReadonlyMap<string, Fix>;
  readonly texts: UnsavedTexts;
}

/** `step`: told how many findings are done. */
export async function fixAll(
  session: Session,
  report: Report,
  step: (done: number, all: number) => void,
): Promise<AppliedFixes> {
  const fixes = new Map<string, Fix>();
  let texts: UnsavedTexts = new Map();
  let now = report;
  let done = 0;
  for (const { fingerprint } of report.findings) {
    step(done++, report.findings.length);
    await session.settle({ unsaved: texts });
    const finding = now.findings.find((f) => f.fingerprint === fingerprint);
    const fix = finding && (await fixFinding(finding, { session, report: now, unsaved: texts }));
    if (!fix) continue;
    fixes.set(fingerprint, fix);
    const path = resolve(report.root, fix.file);
    const text = Buffer.from(texts.get(path) ?? readSourceFile(path)!).toString('utf8');
    texts = new Map(texts).set(path, Buffer.from(applyEdits(text, fix.edits)));
    const checked = await session.check({ unsaved: texts, stages: 'both' });
    if ('report' in checked) now = checked.report;
  }
  return { fixes, texts };
}

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

/** The quick stage first: most candidates that do not mend still have the finding there. */
async function mends(
  { fingerprint, engines }: ReportedFinding,
  unsaved: UnsavedTexts,
  request: FixRequest,
): Promise<boolean> {
  const { session, report, stopper } = request;
  const tried = { unsaved, keep: 'settled', ...(stopper ? { stopper } : {}) } as const;
  if (engines[0] !== 'run') {
    const quick = await session.check({ ...tried, stages: 'first' });
    if ('problems' in quick || quick.report.findings.some((f) => f.fingerprint === fingerprint)) return false;
  }
  const checked = await session.check({ ...tried, stages: 'both' });
  return 'report' in checked && isBetter(checked.report, report, fingerprint);
}

/** The finding is gone, nothing is new, and everything that was read is still read and analysed. */
function isBetter(after: Report, before: Report, fingerprint: string): boolean {
  const known = new Set([...before.findings, ...before.suppressed].map((f) => f.fingerprint));
  known.delete(fingerprint);
  const isKnown = [...after.findings, ...after.suppressed].every((f) => known.has(f.fingerprint));
  return isKnown && problemsIn(after) <= problemsIn(before) && leftIn(after) <= leftIn(before);
}

const problemsIn = ({ diagnostics }: Report): number =>
  diagnostics.filter(({ code }) => code !== 'unused-suppression').length;

const leftIn = ({ functions }: Report): number => functions.filter(({ status }) => status !== 'analysed').length;

/** Fixes by the fingerprints of their findings. */
export type Fixes = ReadonlyMap<string, Fix>;

/** Told how many findings are done. */
type Step = (done: number, all: number) => void;

/** Each for itself, in the program as it is. */
export async function fixEach(session: Session, report: Report, step: Step): Promise<Fixes> {
  const fixes = new Map<string, Fix>();
  await session.settle({ unsaved: NO_TEXTS });
  for (const [i, finding] of report.findings.entries()) {
    step(i, report.findings.length);
    const fix = await fixFinding(finding, { session, report, unsaved: NO_TEXTS });
    if (fix) fixes.set(finding.fingerprint, fix);
  }
  return fixes;
}

const NO_TEXTS: UnsavedTexts = new Map();

/** Each in the program with those before it; and the texts with all of them. */
export async function fixTogether(
  session: Session,
  report: Report,
  step: Step,
): Promise<{ readonly fixes: Fixes; readonly texts: UnsavedTexts }> {
  const fixes = new Map<string, Fix>();
  let texts = NO_TEXTS;
  let now = report;
  for (const [i, { fingerprint }] of report.findings.entries()) {
    step(i, report.findings.length);
    await session.settle({ unsaved: texts });
    const finding = now.findings.find((f) => f.fingerprint === fingerprint);
    const fix = finding && (await fixFinding(finding, { session, report: now, unsaved: texts }));
    if (!fix) continue;
    fixes.set(fingerprint, fix);
    texts = withFix(texts, fix, report.root);
    const checked = await session.check({ unsaved: texts, stages: 'both' });
    if ('report' in checked) now = checked.report;
  }
  return { fixes, texts };
}

function withFix(texts: UnsavedTexts, { file, edits }: Fix, root: string): UnsavedTexts {
  const path = resolve(root, file);
  const text = Buffer.from(texts.get(path) ?? readSourceFile(path)!).toString('utf8');
  return new Map(texts).set(path, Buffer.from(applyEdits(text, edits)));
}

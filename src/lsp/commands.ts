// The commands of the server, for clients to offer: heaps, traces, proofs, runs, rules, marks.
// Each answers with plain data, texts and drawings; the client decides how to show them.

import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Range } from 'vscode-languageserver';
import { writeOutput } from '../cli/write-file.js';
import type { FunctionVerdict } from '../driver/project/function-prover.js';
import type { Drawing } from '../engines/drawing.js';
import { formatMarks, MARKS_FILE, type MarkVerdict, markOf, markVerdicts, withMark } from '../findings/marks.js';
import { readMarks } from '../findings/read-marks.js';
import type { LocatedFinding } from '../findings/report.js';
import { isRule, readRulePage } from '../findings/rules.js';
import { formatSvg } from '../report/draw/svg.js';
import { formatDrawings } from '../report/draw/text.js';
import { describeVerdict } from './lenses.js';
import { rangeAt } from './positions.js';
import type { Project } from './project.js';
import { pathOf } from './workspace.js';

export const COMMANDS = {
  heap: 'caulk.showHeap',
  trace: 'caulk.stepThrough',
  prove: 'caulk.proveFunction',
  run: 'caulk.runFunction',
  explain: 'caulk.explainRule',
  mark: 'caulk.mark',
} as const;

export type CommandName = (typeof COMMANDS)[keyof typeof COMMANDS];

/** A text for people, and perhaps pictures. */
export interface Told {
  readonly text: string;
  readonly svg?: string;
  readonly drawings?: readonly Drawing[];
  readonly steps?: readonly TracedStep[];
}

export interface TracedStep {
  readonly uri: string;
  readonly range: Range;
  readonly message: string;
  readonly heap?: Drawing;
}

export interface Means {
  projectOf(uri: string): Project | null;
  keepVerdict(uri: string, name: string, verdict: FunctionVerdict): void;
}

const NO_CODE: Told = { text: 'there is no code here that caulk has read' };

/** The answer to a command; null if it is not one of ours, or is asked wrongly. */
export async function perform(name: string, given: readonly unknown[], means: Means): Promise<Told | null> {
  const [first, second, third, fourth] = given;
  if (name === COMMANDS.explain)
    return typeof first === 'string' && isRule(first) ? { text: readRulePage(first) } : null;
  const project = typeof first === 'string' ? means.projectOf(first) : null;
  const file = typeof first === 'string' ? pathOf(first) : null;
  if (!project || file === null) return null;
  if (name === COMMANDS.heap && typeof second === 'number') return heapAt(project, file, second);
  if (typeof second !== 'string') return null;
  if (name === COMMANDS.trace) return trace(project, second);
  if (name === COMMANDS.prove) return prove(project, { uri: String(first), file, name: second }, means);
  if (name === COMMANDS.run) return run(project, file, second);
  if (name === COMMANDS.mark) return mark(project, second, third, fourth);
  return null;
}

async function heapAt(project: Project, file: string, line: number): Promise<Told> {
  const outcome = await project.ask({ kind: 'look', file, line: line + 1 });
  const view = 'answer' in outcome ? outcome.answer : null;
  if (!view) return NO_CODE;
  const { drawings, words } = view;
  if (drawings.length === 0) return { text: 'no execution gets here' };
  const told = words.length > 0 ? `${words.join('\n')}\n\n` : '';
  return { text: `${told}${formatDrawings(drawings)}`, svg: await formatSvg(drawings), drawings };
}

/** The way to a finding, then the finding itself. */
function trace(project: Project, fingerprint: string): Told | null {
  const finding = project.finding(fingerprint);
  const { texts } = project.current ?? {};
  if (!finding || !texts) return null;
  const steps = [...finding.trace, finding].map(
    (step): TracedStep => ({
      uri: texts.uriOf(step.file),
      range: rangeAt(texts.linesOf(step.file), step),
      message: step.message,
      ...(step.heap ? { heap: step.heap } : {}),
    }),
  );
  const lines = steps.map(({ uri, range, message }) => `${fileURLToPath(uri)}:${range.start.line + 1}: ${message}`);
  return { text: `${lines.join('\n')}\n`, steps };
}

async function prove(
  project: Project,
  { uri, file, name }: { readonly uri: string; readonly file: string; readonly name: string },
  means: Means,
): Promise<Told> {
  const outcome = await project.ask({ kind: 'prove', file, function: name });
  const verdict = 'answer' in outcome ? outcome.answer : null;
  if (!verdict) return { text: `there is no function \`${name}\` in this file` };
  means.keepVerdict(uri, name, verdict);
  return { text: `${name}: ${describeVerdict(verdict)}` };
}

/** What runs of `check` have shown of the function; where they show nothing, a function without parameters is run by itself. */
async function run(project: Project, file: string, name: string): Promise<Told> {
  const { report, texts } = project.current ?? {};
  const uri = pathToFileURL(file).href;
  const here = report?.findings.filter((f) => f.function === name && texts!.uriOf(f.file) === uri) ?? [];
  const shown = here.filter((f) => f.certainty === 'confirmed');
  if (shown.length > 0) return { text: shown.map(describeRun).join('\n') };
  const outcome = await project.ask({ kind: 'run', file, function: name });
  const found = 'answer' in outcome ? outcome.answer : null;
  if (!found) return { text: `there is no function \`${name}\` in this file` };
  if (found === 'needs arguments')
    return { text: `${name}: no run that was tried from here or from \`main\` shows an error` };
  return { text: found.length === 0 ? `${name}: no run shows an error` : found.map(describeRun).join('\n') };
}

function describeRun({ file, line, rule, message, condition, trace }: LocatedFinding): string {
  const when = condition === null ? [] : [`  with ${condition}`];
  const steps = trace.map((step) => `  ${step.file}:${step.line}: ${step.message}`);
  return `${[`${file}:${line}: ${rule}: ${message}`, ...when, ...steps].join('\n')}\n`;
}

/** As `caulk mark` does, in the file of marks at the root. */
function mark(project: Project, fingerprint: string, verdict: unknown, reason: unknown): Told | null {
  const finding = project.finding(fingerprint);
  const { report } = project.current ?? {};
  if (!finding || !report || !markVerdicts.includes(verdict as MarkVerdict)) return null;
  const path = join(report.root, MARKS_FILE);
  const marks = readMarks(path);
  if ('code' in marks) return { text: marks.message };
  const date = new Date().toISOString().slice(0, 10);
  const said = { verdict: verdict as MarkVerdict, date, ...(typeof reason === 'string' ? { reason } : {}) };
  const problem = writeOutput(path, formatMarks(withMark(marks, markOf(finding, said))));
  if (problem) return { text: problem.message };
  project.renew();
  return { text: `${finding.file}:${finding.line}: ${finding.rule}: marked` };
}

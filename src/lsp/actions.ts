// What can be done about a finding where it is shown: suppress it, mark it, read about its rule, require a pointer.
// From the diagnostics that the client sends back to edits and commands.

import { type CodeAction, CodeActionKind, type Diagnostic, type TextEdit } from 'vscode-languageserver';
import { markVerdicts, verdictWords } from '../findings/marks.js';
import type { ReportedFinding } from '../findings/report.js';
import { COMMANDS } from './commands.js';
import { SOURCE } from './diagnostics.js';
import { type Lines, startOf } from './positions.js';
import type { Project } from './project.js';

export async function actionsFor(
  project: Project,
  uri: string,
  diagnostics: readonly Diagnostic[],
  lines: Lines,
): Promise<CodeAction[]> {
  const actions = diagnostics.map(async (diagnostic) => {
    const finding = diagnostic.source === SOURCE ? project.finding(printOf(diagnostic)) : null;
    if (!finding) return [];
    const fixes = finding.suppression ? [] : await fixesOf(finding, project, diagnostic);
    return [...fixes, ...actionsOf(finding, { uri, diagnostic, lines, project })];
  });
  return (await Promise.all(actions)).flat();
}

/** Only one that has been checked. */
async function fixesOf(
  { fingerprint }: ReportedFinding,
  project: Project,
  diagnostic: Diagnostic,
): Promise<CodeAction[]> {
  const fix = await project.fix(fingerprint);
  if (!fix || !project.current) return [];
  const edits = fix.edits.map(
    ({ line, remove, insert }): TextEdit => ({
      range: { start: startOf(line), end: startOf(line + remove) },
      newText: insert.map((text) => `${text}\n`).join(''),
    }),
  );
  const changes = { [project.current.texts.uriOf(fix.file)]: edits };
  return [
    {
      title: `Fix: ${fix.title}`,
      kind: CodeActionKind.QuickFix,
      isPreferred: true,
      diagnostics: [diagnostic],
      edit: { changes },
    },
  ];
}

const printOf = ({ data }: Diagnostic): string => String((data as { fingerprint?: unknown } | undefined)?.fingerprint);

interface Shown {
  readonly uri: string;
  readonly diagnostic: Diagnostic;
  readonly lines: Lines;
  readonly project: Project;
}

function actionsOf(finding: ReportedFinding, { uri, diagnostic, lines, project }: Shown): CodeAction[] {
  const { rule, fingerprint } = finding;
  const about = { diagnostics: [diagnostic] };
  const edit = (title: string, edits: TextEdit[]): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    ...about,
    edit: { changes: { [uri]: edits } },
  });
  const command = (title: string, name: string, ...given: unknown[]): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    ...about,
    command: { title, command: name, arguments: given },
  });
  const { line } = diagnostic.range.start;
  return [
    ...(finding.trace.length > 0 ? [command('Step through the trace', COMMANDS.trace, uri, fingerprint)] : []),
    edit(`Suppress this ${rule}, with a reason`, [suppression(rule, line, lines)]),
    ...markVerdicts.map((verdict) =>
      command(`Mark as ${verdictWords[verdict]}`, COMMANDS.mark, uri, fingerprint, verdict),
    ),
    ...requirementsFor(finding, project, uri, lines).map(([title, edits]) => edit(title, edits)),
    command(`Explain ${rule}`, COMMANDS.explain, rule),
  ];
}

/** The reason is left to write; without one `check` warns. */
function suppression(rule: string, line: number, lines: Lines): TextEdit {
  const indent = /^\s*/.exec(lines[line] ?? '')![0];
  const start = startOf(line + 1);
  return { range: { start, end: start }, newText: `${indent}// caulk-ignore[${rule}]: REASON\n` };
}

/** A parameter that the finding names as null is one that callers shall not give. */
function requirementsFor(
  finding: ReportedFinding,
  { current }: Project,
  uri: string,
  lines: Lines,
): [string, TextEdit[]][] {
  if (finding.rule !== 'null-dereference' || !current) return [];
  const home = current.report.functions.find((f) => f.name === finding.function && f.file === finding.file);
  if (!home || current.texts.uriOf(home.file) !== uri) return [];
  const [, name] = /`(\w+)/.exec(finding.message) ?? [];
  const head = lines
    .slice(home.line - 1, home.line + 8)
    .join('\n')
    .split('{')[0]!;
  if (name === undefined || !new RegExp(`\\*\\s*${name}\\b`).test(head)) return [];
  const start = startOf(home.line);
  const comment = `// caulk-requires: nonnull(${name})\n`;
  return [[`Require that \`${name}\` is not null`, [{ range: { start, end: start }, newText: comment }]]];
}

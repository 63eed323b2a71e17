// The report as commands of a GitHub workflow, which shows them as annotations of the changed files.
// From a concluded report to text; one line for each finding, with its trace in the message.

import { printable } from '../base/printable.js';
import type { Report, ReportedFinding } from '../findings/report.js';
import { findingsToTell, type Level, levelOf, sentenceOf } from './level.js';

const COMMAND: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', note: 'notice' };

export function formatGithub(report: Report): string {
  return findingsToTell(report)
    .map((finding) => `${describe(finding)}\n`)
    .join('');
}

function describe(finding: ReportedFinding): string {
  const properties = {
    file: finding.file,
    line: Math.max(1, finding.line),
    col: Math.max(1, finding.column),
    title: `caulk: ${finding.rule}`,
  };
  const words = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const steps = finding.trace.map((step) => `${step.file}:${step.line}: ${step.message}`);
  const message = [sentenceOf(finding), ...steps].map(printable).join('\n');
  return `::${COMMAND[levelOf(finding)]} ${words.join(',')}::${escapeData(message)}`;
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');

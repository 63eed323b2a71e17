// The report as results of tests in the XML of JUnit, which every CI server shows: a file without findings is a test that passes.
// From a concluded report to text; elements and attributes are those that Jenkins' published schema allows.

import { printableLines } from '../base/printable.js';
import type { Report, ReportedFinding } from '../findings/report.js';
import { findingsToTell, levelOf, sentenceOf } from './level.js';

/** A test: how it is called, and what it has to say unless it passes. */
interface Case {
  readonly file: string;
  readonly name: string;
  readonly result?: { readonly kind: 'failure' | 'error' | 'skipped'; readonly attributes: Attributes; text: string };
}

type Attributes = Readonly<Record<string, string | number>>;

export function formatJunit(report: Report): string {
  const cases = casesOf(report);
  const files = [...new Set(cases.map(({ file }) => file))].sort();
  const suites = files.map((file) =>
    formatSuite(
      file,
      cases.filter((test) => test.file === file),
    ),
  );
  const seconds = ((report.stats.milliseconds.total ?? 0) / 1000).toFixed(3);
  const attributes = { name: 'caulk', ...countsOf(cases), time: seconds };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites)}\n`;
}

function casesOf(report: Report): Case[] {
  const failed = findingsToTell(report).map(failure);
  const quiet = report.suppressed.map(
    (f): Case => ({
      ...titled(f),
      result: {
        kind: 'skipped',
        attributes: {
          message: `${f.suppression?.by === 'mark' ? 'marked' : 'suppressed'}: ${f.suppression?.reason ?? ''}`,
        },
        text: '',
      },
    }),
  );
  const broken = report.diagnostics
    .filter((d) => d.severity === 'error')
    .map(
      (d): Case => ({
        file: d.location?.file ?? 'caulk',
        name: `analysis: ${d.code}`,
        result: { kind: 'error', attributes: { message: d.message, type: d.code }, text: '' },
      }),
    );
  const told = [...failed, ...quiet, ...broken];
  const withFindings = new Set(told.map(({ file }) => file));
  const clean = new Set(report.functions.map(({ file }) => file).filter((file) => !withFindings.has(file)));
  return [...told, ...[...clean].map((file): Case => ({ file, name: 'no findings' }))];
}

function failure(finding: ReportedFinding): Case {
  const place = (at: { file: string; line: number; column: number }) => `${at.file}:${at.line}:${at.column}`;
  const steps = finding.trace.map((step) => `${place(step)}: note: ${step.message}`);
  const text = [`${place(finding)}: ${levelOf(finding)}: ${sentenceOf(finding)}`, ...steps].join('\n');
  const attributes = { message: sentenceOf(finding), type: finding.rule };
  return { ...titled(finding), result: { kind: 'failure', attributes, text } };
}

const titled = ({ file, rule, line, function: inside }: ReportedFinding): Case => ({
  file,
  name: inside === '' ? `${rule} in line ${line}` : `${rule} in ${inside}, line ${line}`,
});

function countsOf(cases: readonly Case[]): Attributes {
  const count = (kind: string) => cases.filter(({ result }) => result?.kind === kind).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error') };
}

function formatSuite(file: string, cases: readonly Case[]): string {
  const skipped = cases.filter(({ result }) => result?.kind === 'skipped').length;
  return element('testsuite', { name: file, ...countsOf(cases), skipped }, cases.map(formatCase));
}

function formatCase({ file, name, result }: Case): string {
  const inner = result && element(result.kind, result.attributes, result.text === '' ? [] : [escapeXml(result.text)]);
  return element('testcase', { classname: file, name }, inner ? [inner] : []);
}

function element(name: string, attributes: Attributes, content: readonly string[]): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const head = `<${name}${words.join('')}`;
  return content.length === 0 ? `${head}/>` : `${head}>\n${content.join('\n')}\n</${name}>`;
}

/** XML cannot express control characters at all, so they are spelled out first. */
function escapeXml(text: string): string {
  const visible = printableLines(text).replace(/[\ufffe\uffff]/g, '\ufffd');
  return visible.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

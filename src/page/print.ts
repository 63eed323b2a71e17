// The report on paper: every finding with its line and its trace, created when the page is printed.
// Replaces the interactive page in print.

import { whenOf } from '../findings/when.js';
import type { Payload, ShownFinding } from '../report/html/payload.js';
import { el, withCode } from './dom.js';
import { stateOf } from './finding-list.js';
import { describeReproduction } from './reproduction.js';

export function preparePrint(data: Payload): void {
  const sheet = el('section', { class: 'paper' });
  document.body.append(sheet);
  window.addEventListener('beforeprint', () =>
    sheet.replaceChildren(...data.findings.map((f) => printFinding(f, data))),
  );
  window.addEventListener('afterprint', () => sheet.replaceChildren());
}

function printFinding(f: ShownFinding, data: Payload): HTMLElement {
  const when = whenOf(f);
  return el(
    'article',
    {},
    el('h2', {}, `${f.rule}: `, ...withCode(f.message)),
    el('p', {}, `${f.file}:${f.line}:${f.column}, ${stateOf(f)}, ${f.engines.join(', ')}`),
    el('pre', {}, `${f.line} | ${lineOf(data, f.file, f.line) ?? ''}`),
    ...(when === null ? [] : [el('p', {}, `Happens when: ${when}`)]),
    ...(f.repetition ? [el('p', {}, 'Repeat with: ', el('code', {}, f.repetition.command))] : []),
    ...describeReproduction(f),
    el('ol', {}, ...f.trace.map((s) => el('li', {}, `${s.file}:${s.line}: `, ...withCode(s.message)))),
  );
}

export function lineOf(data: Payload, name: string, line: number): string | null {
  const passages = data.files.find((f) => f.name === name)?.passages ?? [];
  for (const { first, lines } of passages) {
    const text = lines[line - first];
    if (text !== undefined) return text;
  }
  return null;
}

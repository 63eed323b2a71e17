// The source of a file in the report: its passages in one document, with the line numbers of the file.
// Between the payload and CodeMirror.

import type { ShownFile } from '../report/html/payload.js';
import { Code, type LineMark } from './code-mirror.js';
import { el, say } from './dom.js';

export class SourceView {
  readonly element = el('section', { class: 'source-view', 'aria-label': 'source' });
  private readonly title = el('h3');
  private readonly place = el('div', { class: 'code' });
  private file: ShownFile | null = null;
  private code: Code | null = null;

  constructor(
    private readonly files: readonly ShownFile[],
    private readonly chooseLine: (file: string, line: number) => void,
  ) {
    this.element.append(el('header', {}, this.title), this.place);
  }

  show(name: string, marks: readonly LineMark[], centre: number): void {
    const file = this.files.find((f) => f.name === name) ?? null;
    say(this.title, name);
    if (file !== this.file || !this.code) this.open(name, file);
    const placed = marks.flatMap((m) => {
      const line = this.toDocument(m.line);
      return line === null ? [] : [{ ...m, line }];
    });
    this.code?.mark(placed);
    this.code?.scrollTo(this.toDocument(centre) ?? 1);
  }

  private open(name: string, file: ShownFile | null): void {
    this.code?.view.destroy();
    this.file = file;
    this.code = new Code({
      text: file ? joinPassages(file) : 'This file cannot be shown.',
      label: `source of ${name}`,
      numberOf: (line) => this.fromDocument(line)?.toString() ?? '⋯',
      chooseLine: (line) => {
        const real = this.fromDocument(line);
        if (real !== null) this.chooseLine(name, real);
      },
    });
    this.place.replaceChildren(this.code.view.dom);
  }

  /** Passages are separated by one line. */
  private fromDocument(line: number): number | null {
    let start = 1;
    for (const { first, lines } of this.file?.passages ?? []) {
      if (line < start) return null;
      if (line < start + lines.length) return first + line - start;
      start += lines.length + 1;
    }
    return null;
  }

  private toDocument(line: number): number | null {
    let start = 1;
    for (const { first, lines } of this.file?.passages ?? []) {
      if (line >= first && line < first + lines.length) return start + line - first;
      start += lines.length + 1;
    }
    return null;
  }
}

const joinPassages = ({ passages }: ShownFile): string => passages.map(({ lines }) => lines.join('\n')).join('\n⋯\n');

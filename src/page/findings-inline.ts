// Findings and problems in the editor: underlined, in the gutter, and as text after their line.
// Between the answers of the server and CodeMirror.

import { type Diagnostic, linter, lintGutter, setDiagnostics } from '@codemirror/lint';
import type { EditorState, Extension, Range, Text } from '@codemirror/state';
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { printable, printableLines } from '../base/printable.js';
import type { ShownFinding } from '../report/html/payload.js';
import type { Problem } from '../web/protocol.js';

const setLenses = StateEffect.define<DecorationSet>();

const lenses = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (value, tr) => tr.effects.reduce((v, e) => (e.is(setLenses) ? e.value : v), value.map(tr.changes)),
  provide: (field) => EditorView.decorations.from(field),
});

export const inlineFindings = (): Extension => [lenses, lintGutter(), linter(null)];

export function showInline(view: EditorView, findings: readonly ShownFinding[], problems: readonly Problem[]): void {
  const { doc } = view.state;
  const placed = findings.filter(({ line }) => line >= 1 && line <= doc.lines);
  const marks = [...placed.map((f) => findingMark(f, doc)), ...problems.flatMap((p) => problemMark(p, doc))];
  const words = byLine(placed).map(([line, texts, kind]) => lens(doc, line, texts.join('; '), kind));
  view.dispatch(setDiagnostics(view.state, marks));
  view.dispatch({ effects: setLenses.of(Decoration.set(words, true)) });
}

/** The messages of each line, the most certain first, in the order of the findings. */
function byLine(findings: readonly ShownFinding[]): [line: number, texts: string[], kind: string][] {
  const lines = new Map<number, { texts: string[]; kind: string }>();
  for (const { line, rule, message, certainty } of findings) {
    const entry = lines.get(line) ?? { texts: [], kind: certainty };
    entry.texts.push(`${rule}: ${message}`);
    lines.set(line, entry);
  }
  return [...lines].map(([line, { texts, kind }]) => [line, [...new Set(texts)], kind]);
}

function lens(doc: Text, line: number, text: string, kind: string): Range<Decoration> {
  return Decoration.widget({ widget: new Lens(text, kind), side: 1 }).range(doc.line(line).to);
}

function findingMark(f: ShownFinding, doc: EditorState['doc']): Diagnostic {
  const { from, to, text } = doc.line(f.line);
  const start = Math.min(f.column - 1, text.length);
  const length = /^\w+/.exec(text.slice(start))?.[0].length ?? 1;
  const trace = f.trace.map((step, i) => `\n${i + 1}. line ${step.line}: ${step.message}`).join('');
  return {
    from: from + start,
    to: Math.min(to, from + start + length),
    severity: f.certainty === 'possible' ? 'warning' : 'error',
    source: f.engines.join(', '),
    message: printableLines(`${f.rule}: ${f.message} [${f.certainty}]${trace}`),
  };
}

function problemMark({ line, message, severity }: Problem, doc: EditorState['doc']): Diagnostic[] {
  if (line === null || line < 1 || line > doc.lines) return [];
  const { from, to } = doc.line(line);
  return [{ from, to, severity, message: printableLines(message) }];
}

class Lens extends WidgetType {
  constructor(
    private readonly text: string,
    private readonly kind: string,
  ) {
    super();
  }
  override eq(other: Lens): boolean {
    return other.text === this.text && other.kind === this.kind;
  }
  override toDOM(): HTMLElement {
    const made = document.createElement('span');
    made.className = `lens ${this.kind}`;
    made.textContent = printable(this.text);
    return made;
  }
}

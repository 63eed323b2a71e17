// The editor of both pages: C, line numbers, marks on lines; editable or read-only.
// Wraps CodeMirror; colours come from the style sheet by class.

import { history, historyKeymap, indentWithTab, standardKeymap } from '@codemirror/commands';
import { cpp } from '@codemirror/lang-cpp';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type Range, RangeSet } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

/** The mark of a line of the document, counted from 1. */
export interface LineMark {
  readonly line: number;
  /** The class of the whole line. */
  readonly class?: string;
  /** In the gutter: a step's number, a dot. */
  readonly sign?: { readonly text: string; readonly class: string; readonly title: string };
  /** The word at this column, counted from 1, is underlined. */
  readonly column?: number;
}

export interface CodeOptions {
  readonly text: string;
  readonly label: string;
  readonly numberOf?: (line: number) => string;
  readonly chooseLine: (line: number) => void;
  readonly extensions?: readonly Extension[];
  readonly writable?: true;
}

export class Code {
  readonly view: EditorView;
  private readonly marks = new Compartment();

  constructor(options: CodeOptions) {
    const extensions = [...common(options), this.marks.of([])];
    this.view = new EditorView({ doc: options.text, extensions });
  }

  mark(marks: readonly LineMark[]): void {
    const { doc } = this.view.state;
    const there = marks.filter(({ line }) => line >= 1 && line <= doc.lines);
    const decorations = there.flatMap((mark) => decorate(mark, doc));
    const signs = there.flatMap(({ line, sign }) => (sign ? [new Sign(sign).range(doc.line(line).from)] : []));
    const set = RangeSet.of(signs, true);
    this.view.dispatch({
      effects: this.marks.reconfigure([
        EditorView.decorations.of(Decoration.set(decorations, true)),
        gutter({
          class: 'signs',
          markers: () => set,
          initialSpacer: () => new Sign({ text: '9', class: '', title: '' }),
        }),
      ]),
    });
  }

  scrollTo(line: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
    this.view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }
}

function common({ label, numberOf, chooseLine, extensions, writable }: CodeOptions): Extension[] {
  const numbers = numberOf ? { formatNumber: (line: number) => numberOf(line) } : {};
  const choose = (view: EditorView, at: number) => chooseLine(view.state.doc.lineAt(at).number);
  return [
    EditorView.cspNonce.of(document.body.dataset.nonce ?? ''),
    lineNumbers({
      ...numbers,
      domEventHandlers: {
        mousedown: (view, block) => {
          choose(view, block.from);
          return false;
        },
      },
    }),
    highlightSpecialChars(),
    drawSelection(),
    cpp(),
    syntaxHighlighting(classHighlighter),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    ...(writable ? writing() : reading(choose)),
    ...(extensions ?? []),
  ];
}

const writing = (): Extension[] => [
  history(),
  indentOnInput(),
  indentUnit.of('  '),
  bracketMatching(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  keymap.of([...standardKeymap, ...historyKeymap, indentWithTab]),
];

const reading = (choose: (view: EditorView, at: number) => void): Extension[] => [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0' }),
  EditorView.domEventHandlers({
    click: (event, view) => {
      const at = view.posAtCoords(event);
      if (at !== null && view.state.selection.main.empty) choose(view, at);
    },
  }),
];

function decorate({ line, class: kind, column }: LineMark, doc: EditorState['doc']): Range<Decoration>[] {
  const { from, to, text } = doc.line(line);
  const start = column === undefined ? -1 : Math.min(column - 1, text.length);
  const length = start < 0 ? 0 : (/^\w+|^./u.exec(text.slice(start))?.[0].length ?? 0);
  return [
    ...(kind ? [Decoration.line({ class: kind }).range(from)] : []),
    ...(length > 0
      ? [Decoration.mark({ class: 'here' }).range(from + start, Math.min(to, from + start + length))]
      : []),
  ];
}

class Sign extends GutterMarker {
  constructor(private readonly sign: NonNullable<LineMark['sign']>) {
    super();
  }
  override eq(other: Sign): boolean {
    return other.sign.text === this.sign.text && other.sign.class === this.sign.class;
  }
  override toDOM(): Node {
    const made = document.createElement('span');
    made.className = `sign ${this.sign.class}`;
    made.textContent = this.sign.text;
    made.title = this.sign.title;
    return made;
  }
}

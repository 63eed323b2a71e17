// The local page: an editor for C, findings while typing, and the heap at the cursor's line, by one engine or by two.
// The client of src/web, which does all the work that takes time.

import './workbench.css';
import { EditorView } from '@codemirror/view';
import type { ShownFinding } from '../report/html/payload.js';
import type { Choice, Problem, WorkbenchData } from '../web/protocol.js';
import { Code } from './code-mirror.js';
import { button, el, offerFile, readData, say, select, themeButton, withCode } from './dom.js';
import { inlineFindings, showInline } from './findings-inline.js';
import { keep, linkTo, recall } from './keeping.js';
import { Pane } from './pane.js';

/** The delay after the last keystroke in milliseconds. */
const REST = 200;

class Workbench {
  private readonly status = el('p', { class: 'summary', role: 'status' });
  private readonly found = el('div', { class: 'found', role: 'region', 'aria-label': 'findings' });
  private readonly chooser = select('example', [], (number) => this.open(Number(number)));
  private readonly right = el('div', { class: 'right' });
  private readonly code: Code;
  private panes: Pane[];
  private line = 1;
  private clock = 0;

  constructor(private readonly data: WorkbenchData) {
    this.panes = [new Pane(data.engines.includes('paths') ? 'paths' : data.engines[0]!)];
    this.code = new Code({
      text: '',
      label: 'C program',
      writable: true,
      chooseLine: () => {},
      extensions: [inlineFindings(), EditorView.updateListener.of((u) => this.changed(u.docChanged, u.selectionSet))],
    });
    const place = el('div', { class: 'code' }, this.code.view.dom);
    const bench = el('div', { class: 'bench' }, el('div', { class: 'left' }, place, this.found), this.right);
    document.body.append(this.header(), bench);
    this.showPanes();
    void this.begin();
  }

  /** With the program of the link or of the last visit, else with an example. */
  private async begin(): Promise<void> {
    const text = await recall();
    if (text === null) {
      this.open(this.data.examples.findIndex((e) => e.group === 'tour' && e.name.startsWith('list-delete')));
    } else this.replace(text);
    this.code.view.focus();
  }

  /** Open, save, share. */
  private files(): HTMLElement[] {
    const text = () => this.code.view.state.doc.toString();
    const picker = el('input', {
      type: 'file',
      accept: '.c,.h,.txt',
      hidden: true,
      change: () => void this.read(picker),
    });
    return [
      picker,
      button('open', 'open a file', () => picker.click()),
      button('save', 'save the program as a file', () => offerFile('program.c', text(), 'text/x-c')),
      button('share', 'make a link that has the program in it', () => void this.share(text())),
    ];
  }

  private async read(picker: HTMLInputElement): Promise<void> {
    const [file] = picker.files ?? [];
    if (file) this.replace(await file.text());
    picker.value = '';
  }

  private async share(text: string): Promise<void> {
    history.replaceState(null, '', await linkTo(text));
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    this.say('the address of this page has the program in it now', 'done');
  }

  private header(): HTMLElement {
    const { engines, examples } = this.data;
    const groups = [...new Set(examples.map((e) => e.group))];
    this.chooser.append(
      ...groups.map((group) =>
        el(
          'optgroup',
          { label: group },
          ...examples.flatMap((e, i) =>
            e.group === group ? [el('option', { value: i, title: e.about }, `${e.name}: ${e.about}`)] : [],
          ),
        ),
      ),
    );
    const names = engines.map((e) => [e, e] as const);
    const engine = select('engine', names, (name) => this.choose([name as Choice, ...this.others()]));
    engine.value = this.panes[0]!.engine;
    const beside = select('side by side with', [['', 'nothing'], ...names], (name) =>
      this.choose([this.panes[0]!.engine, ...(name ? [name as Choice] : [])]),
    );
    return el(
      'header',
      { class: 'top' },
      el('h1', {}, 'caulk'),
      el('label', {}, 'example', this.chooser),
      el('label', {}, 'engine', engine),
      el('label', {}, 'beside', beside),
      ...this.files(),
      this.status,
      themeButton(),
    );
  }

  private others(): Choice[] {
    return this.panes.slice(1).map((p) => p.engine);
  }

  private choose(engines: readonly Choice[]): void {
    for (const pane of this.panes) pane.stop();
    this.panes = engines.map((engine) => new Pane(engine));
    this.showPanes();
    void this.analyse();
  }

  private showPanes(): void {
    this.right.replaceChildren(...this.panes.map((p) => p.heap.element));
    for (const pane of this.panes) pane.look(this.line);
  }

  /** Moves the cursor to the first error of the example, or to its first loop. */
  private open(number: number): void {
    const example = this.data.examples[number];
    if (!example) return;
    this.chooser.value = String(number);
    this.replace(example.text);
  }

  private replace(text: string): void {
    const { view } = this.code;
    const interesting = /WARN\(|^\s*(while|for) /m.exec(text)?.index ?? 0;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    view.dispatch({ selection: { anchor: view.state.doc.lineAt(interesting).from }, scrollIntoView: true });
  }

  private changed(text: boolean, cursor: boolean): void {
    if (text) {
      keep(this.code.view.state.doc.toString());
      this.forget();
      clearTimeout(this.clock);
      this.clock = window.setTimeout(() => void this.analyse(), REST);
    }
    const { state } = this.code.view;
    const line = state.doc.lineAt(state.selection.main.head).number;
    if (!cursor || line === this.line) return;
    this.line = line;
    for (const pane of this.panes) pane.look(line);
  }

  /** Nothing that was said about an earlier text stays. */
  private forget(): void {
    for (const pane of this.panes) {
      pane.forget();
      pane.look(this.line);
    }
    this.found.replaceChildren();
    showInline(this.code.view, [], []);
    this.code.mark([]);
    this.say('analysing…', 'busy');
  }

  private async analyse(): Promise<void> {
    const text = this.code.view.state.doc.toString();
    this.say('analysing…', 'busy');
    const show = (pane: Pane) => {
      if (!this.panes.includes(pane)) return;
      pane.look(this.line);
      this.tell();
    };
    await Promise.all(this.panes.map((pane) => pane.analyse(text, () => show(pane))));
  }

  private tell(): void {
    const answers = this.panes.flatMap((p) => (p.outcome && 'file' in p.outcome ? [p.outcome] : []));
    const failure = this.panes.flatMap((p) => (p.outcome && 'failure' in p.outcome ? [p.outcome.failure] : []))[0];
    const findings = answers.flatMap((a) => a.findings.filter((f) => f.file === a.file));
    const problems = answers[0]?.problems ?? [];
    showInline(this.code.view, unique(findings), problems);
    this.code.mark((this.panes[0]?.loops() ?? []).map((line) => ({ line, sign: LOOP })));
    this.found.replaceChildren(
      ...problems.map((p) => this.problemRow(p)),
      ...unique(findings).map((f) => this.findingRow(f)),
    );
    this.say(failure ?? answers[0]?.summary ?? '', failure ? 'failed' : 'done');
  }

  private say(text: string, kind: string): void {
    say(this.status, text);
    this.status.className = `summary ${kind}`;
  }

  private findingRow(f: ShownFinding): HTMLElement {
    return el(
      'button',
      { type: 'button', class: `finding ${f.certainty}`, click: () => this.goTo(f.line) },
      el('span', { class: 'rule' }, f.rule),
      el('span', {}, ...withCode(f.message)),
      el('span', { class: 'place' }, `line ${f.line}, ${f.certainty}, ${f.engines.join(', ')}`),
    );
  }

  private problemRow({ severity, line, message }: Problem): HTMLElement {
    return el(
      'button',
      { type: 'button', class: `problem ${severity}`, click: () => line !== null && this.goTo(line) },
      el('span', { class: 'rule' }, severity),
      el('span', {}, message),
    );
  }

  private goTo(line: number): void {
    const { view } = this.code;
    const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    view.focus();
  }
}

const LOOP = { text: '↻', class: 'dot', title: 'a loop: with the cursor here, its invariant is drawn' };

/** Two engines may report the same finding. */
function unique(findings: readonly ShownFinding[]): ShownFinding[] {
  const seen = new Map<string, ShownFinding>();
  for (const f of findings) {
    const key = `${f.rule} ${f.line} ${f.message}`;
    const twin = seen.get(key);
    seen.set(key, twin ? { ...twin, engines: [...new Set([...twin.engines, ...f.engines])] } : f);
  }
  return [...seen.values()];
}

new Workbench(readData<WorkbenchData>());

// The HTML report in the browser: findings on the left, the source and the heap of the chosen step on the right.
// Reads the payload of the document; everything else is drawn on demand.

import './report.css';
import type { Drawing } from '../engines/drawing.js';
import { whenOf } from '../findings/when.js';
import type { Payload, ShownFinding } from '../report/html/payload.js';
import type { ShownProof } from '../report/html/proof.js';
import type { LineMark } from './code-mirror.js';
import { button, el, readData, themeButton, withCode } from './dom.js';
import { judgeStates } from './evidence.js';
import { FindingList, stateOf } from './finding-list.js';
import { FunctionList } from './function-list.js';
import { HeapView } from './heap-view.js';
import { Heaps, invariantOf, titleOf } from './heaps.js';
import { Marking } from './marks.js';
import { lineOf, preparePrint } from './print.js';
import { ProofSheet } from './proof-sheet.js';
import { describeReproduction } from './reproduction.js';
import { SourceView } from './source-view.js';
import { type ShownStep, StepList, stepsOf } from './steps.js';

/** The report of a check, or of a proof. */
interface ReportData extends Payload {
  readonly proof?: ShownProof;
}

class ReportPage {
  private readonly heaps: Heaps;
  private readonly list: FindingList;
  private readonly steps = new StepList((step) => this.goTo(step));
  private readonly heap = new HeapView();
  private readonly source: SourceView;
  private readonly about = el('section', { class: 'about' });
  private readonly main = el('main', { hidden: true });
  private readonly marking: Marking;
  private finding: ShownFinding | null = null;
  private way: readonly ShownStep[] = [];
  private chosen: readonly number[] = [];
  private step = 0;

  constructor(private readonly data: ReportData) {
    this.marking = new Marking(data.marks);
    this.heaps = new Heaps(data.portraits, data.drawings);
    this.source = new SourceView(data.files, (file, line) => this.look(file, line));
    this.list = new FindingList(data.findings, (finding) => this.open(finding));
    const functions = new FunctionList(
      data.functions,
      data.portraits,
      (file, line) => this.visit(file, line),
      data.stats.proofs,
    );
    const panes = el('div', { class: 'panes' }, this.source.element, this.heap.element);
    this.main.append(this.about, this.steps.element, panes);
    const proof = data.proof && new ProofSheet(data.proof, (file, line) => this.visit(file, line));
    const tabs = makeTabs({ list: this.list, functions, proof }, data);
    document.body.append(header(data), el('div', { class: 'sheet' }, tabs, this.main));
    document.addEventListener('keydown', (event) => this.press(event));
    preparePrint(data);
  }

  start(): void {
    const wanted = location.hash.slice(1);
    const first = this.data.findings.find((f) => f.fingerprint === wanted) ?? this.data.findings[0];
    const [invariant] = this.data.proof?.invariants ?? [];
    if (first) this.open(first);
    else if (invariant) this.visit(invariant.file, invariant.line);
  }

  private open(finding: ShownFinding): void {
    this.finding = finding;
    this.list.select(finding);
    this.way = stepsOf(finding, this.heaps);
    const after = this.heaps.statesOf(this.heaps.at(finding.file, finding.line, 'after'));
    const judge = judgeStates(finding, this.wordAt(finding), after);
    const places = this.way.map((s) => this.statesAt(s));
    this.chosen = this.heaps.chooseAlong(places, finding.trace.length, judge);
    this.about.replaceChildren(...this.describe(finding));
    this.main.hidden = false;
    this.steps.element.hidden = false;
    history.replaceState(null, '', `#${finding.fingerprint}`);
    this.goTo(finding.trace.length);
  }

  /** The name in the source that a finding points at. */
  private wordAt({ file, line, column }: ShownFinding): string {
    const text = lineOf(this.data, file, line)?.slice(column - 1) ?? '';
    return /\w+/.exec(text)?.[0] ?? '';
  }

  private describe(f: ShownFinding): Node[] {
    const rule = this.data.rules[f.rule];
    const when = whenOf(f);
    return [
      el('h2', {}, el('span', { class: `badge ${stateOf(f)}` }, f.rule), ' ', ...withCode(f.message)),
      el(
        'p',
        { class: 'where' },
        `${stateOf(f)}, found by ${f.engines.join(', ')}, at `,
        el('code', {}, `${f.file}:${f.line}:${f.column}`),
        f.function ? ` in ${f.function}` : '',
        f.baseline ? ` (${f.baseline})` : '',
        f.suppression?.reason ? `; suppressed: ${f.suppression.reason}` : '',
      ),
      ...(when === null ? [] : [el('p', { class: 'condition' }, 'Happens when: ', el('code', {}, when))]),
      ...(f.fix
        ? [el('p', { class: 'condition' }, `Fix: ${f.fix.title}`), el('pre', { class: 'fix' }, ...rowsOf(f.fix.diff))]
        : []),
      ...(f.repetition ? [el('p', { class: 'condition' }, 'Repeat with: ', el('code', {}, f.repetition.command))] : []),
      ...describeReproduction(f),
      this.marking.controlsFor(f),
      el('details', { class: 'help' }, el('summary', {}, rule?.summary ?? f.rule), el('p', {}, rule?.help ?? '')),
    ];
  }

  private goTo(step: number): void {
    if (step < 0 || step >= this.way.length) return;
    this.step = step;
    const here = this.way[step]!;
    this.steps.show(this.way, step);
    this.source.show(here.file, this.marksFor(here.file, here), here.line);
    const earlier = this.way[step - 1];
    const before = earlier ? this.statesAt(earlier)[this.chosen[step - 1]!] : undefined;
    this.heap.show({
      heading: here.heap ? momentOf(here.heap, here) : headingOf(here),
      states: this.statesAt(here),
      omitted: here.heap ? 0 : (here.found?.heaps.omitted ?? 0),
      invariant: here.heap ? [] : invariantOf(here.found),
      chosen: this.chosen[step]!,
      before: before ?? null,
      absence: 'No heap is drawn for this place.',
    });
  }

  private statesAt({ heap, found }: ShownStep): Drawing[] {
    return heap ? [heap] : this.heaps.statesOf(found);
  }

  /** Shows the heap of a line that the reader chose, compared with that of the step. */
  private look(file: string, line: number): void {
    const found = this.heaps.at(file, line, 'before');
    if (!found) return;
    const here = this.finding ? this.way[this.step] : undefined;
    const before = here ? this.statesAt(here)[this.chosen[this.step]!] : undefined;
    const states = this.heaps.statesOf(found);
    this.heap.show({
      heading: headingOf({ line, when: 'before', found }),
      states,
      omitted: found.heaps.omitted,
      invariant: invariantOf(found),
      chosen: 0,
      before: found.heaps.loop ? null : (before ?? null),
      absence: 'The heaps of this place are too large to be drawn.',
    });
    this.source.show(file, this.marksFor(file, { file, line }), line);
  }

  /** Shows a place without a finding: a function, a loop. */
  private visit(file: string, line: number): void {
    this.finding = null;
    this.way = [];
    const found = this.heaps.at(file, line, 'before');
    this.about.replaceChildren(
      el(
        'h2',
        {},
        found ? `${found.portrait.function}: ${found.heaps.loop ? 'the loop in' : ''} line ${line}` : `line ${line}`,
      ),
      el('p', { class: 'where' }, el('code', {}, `${file}:${line}`)),
    );
    this.main.hidden = false;
    this.steps.element.hidden = true;
    this.source.show(file, this.marksFor(file, { file, line }), line);
    this.heap.show({
      heading: headingOf({ line, when: 'before', found }),
      states: this.heaps.statesOf(found),
      omitted: found?.heaps.omitted ?? 0,
      invariant: invariantOf(found),
      chosen: 0,
      before: null,
      absence: 'No heap is drawn for this place, only for loops and for the functions with findings.',
    });
  }

  private marksFor(file: string, current: { readonly file: string; readonly line: number }): LineMark[] {
    const dots = this.heaps.linesOf(file).map(
      ({ line, loop }): LineMark => ({
        line,
        sign: { text: loop ? '↻' : '·', class: 'dot', title: loop ? 'a loop: see its invariant' : 'see the heap here' },
      }),
    );
    const steps = this.way.flatMap((s, i): LineMark[] =>
      s.file === file && s.when === 'before'
        ? [{ line: s.line, column: s.column, sign: { text: `${i + 1}`, class: 'number', title: s.message } }]
        : [],
    );
    const taken = new Set(steps.map((s) => s.line));
    const line = current.file === file ? [{ line: current.line, class: 'current' }] : [];
    return [...dots.filter((d) => !taken.has(d.line)), ...steps, ...line];
  }

  private press(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing && event.key === 'Escape') (event.target as HTMLElement).blur();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const open = (by: number) => {
      const next = this.list.neighbour(by);
      if (next) this.open(next);
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowRight: () => this.goTo(this.step + 1),
      ArrowLeft: () => this.goTo(this.step - 1),
      j: () => open(1),
      k: () => open(-1),
      '[': () => this.heap.turn(-1),
      ']': () => this.heap.turn(1),
      '/': () => this.list.search.focus(),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

function headingOf({ line, when, found }: Pick<ShownStep, 'line' | 'when' | 'found'>): string {
  return found ? titleOf(found, line) : `Heap ${when} line ${line}`;
}

/** The heading of a heap of one moment. */
const momentOf = ({ title }: Drawing, { line, when }: ShownStep): string => `${title}, ${when} line ${line}`;

function header(data: Payload): HTMLElement {
  const keys = 'Keys: j k findings, ← → steps, [ ] states, / search';
  return el(
    'header',
    { class: 'top' },
    el('h1', {}, 'caulk'),
    el('p', { class: 'summary' }, data.summary),
    el('span', { class: 'keys', title: keys }, keys),
    themeButton(),
  );
}

interface Sheets {
  readonly list: FindingList;
  readonly functions: FunctionList;
  readonly proof: ProofSheet | undefined;
}

function makeTabs({ list, functions, proof }: Sheets, data: ReportData): HTMLElement {
  const problems = el('ul', { class: 'problems' }, ...data.problems.map((p) => el('li', {}, p)));
  const gone = el(
    'ul',
    { class: 'problems' },
    ...data.gone.map((g) => el('li', {}, `${g.file}:${g.line}: ${g.rule}: ${g.message}`)),
  );
  const empty = el('p', { class: 'absence' }, 'No findings.');
  const tabs: [string, HTMLElement][] = [
    ...(proof ? [['Proof', proof.element] as [string, HTMLElement]] : []),
    [`Findings ${data.findings.length}`, data.findings.length > 0 ? list.element : empty],
    [`Functions ${data.functions.length}`, functions.element],
    ...(data.gone.length > 0 ? [[`Gone ${data.gone.length}`, gone] as [string, HTMLElement]] : []),
    ...(data.problems.length > 0 ? [[`Notes ${data.problems.length}`, problems] as [string, HTMLElement]] : []),
  ];
  const first = data.findings.length > 0 || proof ? 0 : 1;
  const body = el('div', { class: 'tab-body' }, tabs[first]![1]);
  const buttons = tabs.map(([name, content], i) => {
    const made = button(name, name, () => {
      body.replaceChildren(content);
      for (const b of buttons) b.setAttribute('aria-pressed', String(b === made));
    });
    made.setAttribute('aria-pressed', String(i === first));
    return made;
  });
  return el('nav', { class: 'side', 'aria-label': 'contents' }, el('div', { class: 'tabs' }, ...buttons), body);
}

new ReportPage(readData<ReportData>()).start();

/** Each row by itself: ends of lines are signs like others in a text. */
function rowsOf(diff: string): HTMLElement[] {
  const rows = diff.trimEnd().split('\n');
  return rows.map((row) =>
    el('span', { class: /^\+(?!\+\+ )/.test(row) ? 'added' : /^-(?!-- )/.test(row) ? 'removed' : '' }, row),
  );
}

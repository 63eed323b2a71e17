// The heap beside the source: one of the possible states at a place, drawn, with changes marked.
// Gets drawings from the report or the workbench; lays them out on demand.

import { Graphviz } from '@hpcc-js/wasm-graphviz';
import type { Drawing } from '../engines/drawing.js';
import { type Comparison, compare, unmarked } from '../report/draw/compare.js';
import type { LayoutEngine } from '../report/draw/layout.js';
import { drawingStyle } from '../report/draw/style.js';
import { drawSvg } from '../report/draw/svg.js';
import { describeDrawing } from '../report/draw/words.js';
import { button, el, offerFile, say, withCode } from './dom.js';

export interface HeapScene {
  readonly heading: string;
  /** Arranged. */
  readonly states: readonly Drawing[];
  readonly omitted: number;
  /** The initial state. */
  readonly chosen: number;
  /** The heap before, to compare with. */
  readonly before: Drawing | null;
  /** At a loop: what holds in all states. */
  readonly invariant?: readonly string[];
  /** The text if there is nothing to draw. */
  readonly absence: string;
}

const EMPTY = 'No variable has a value here, and there is no memory on the heap that one could reach.';

/** The scale below which text cannot be read: larger drawings scroll instead, unless the reader asks for less. */
const SMALLEST = 0.7;
const LEAST = 0.15;
const LARGEST = 4;
const STEP = 1.25;
const MARGIN = 18;
const SVG = 'http://www.w3.org/2000/svg';

export class HeapView {
  readonly element: HTMLElement;
  private readonly heading = el('h3');
  private readonly pager = el('span', { class: 'pager' });
  private readonly canvas = el('div', { class: 'canvas', tabindex: 0, role: 'group', 'aria-label': 'drawn heap' });
  private readonly facts = el('div');
  private readonly inWords = el('ul');
  /** Stays open or closed across heaps. */
  private readonly words = el('details', { hidden: true }, el('summary', {}, 'In words'), this.inWords);
  private scene: HeapScene | null = null;
  private state = 0;
  /** Null: the drawing fits, if it can be read then. */
  private scale: number | null = null;
  private static engine: Promise<LayoutEngine> | null = null;

  constructor() {
    const head = el('header', {}, this.heading, this.pager, this.tools());
    const below = el('div', { class: 'facts' }, this.facts, this.words);
    this.element = el('section', { class: 'heap-view', 'aria-label': 'heap' }, head, this.canvas, below);
  }

  private tools(): HTMLElement {
    return el(
      'span',
      { class: 'pager tools' },
      button('−', 'smaller', () => this.zoom(1 / STEP)),
      button('+', 'larger', () => this.zoom(STEP)),
      button('⤢', 'fit', () => this.zoom(null)),
      button('⤓', 'download this drawing', () => this.download()),
    );
  }

  /** Null: as large as fits, and no smaller than can be read. */
  private zoom(by: number | null): void {
    this.scale = by === null ? null : Math.min(LARGEST, Math.max(LEAST, (this.scale ?? this.fitting()) * by));
    this.resize();
  }

  /** The scale at which the whole drawing is seen. */
  private fitting(): number {
    const svg = this.canvas.querySelector('svg');
    const [width, height] = [Number(svg?.getAttribute('width')) || 1, Number(svg?.getAttribute('height')) || 1];
    const { clientWidth, clientHeight } = this.canvas;
    return Math.min(1, (clientWidth - MARGIN) / width, Math.max(0.2, (clientHeight - MARGIN) / height));
  }

  private resize(): void {
    const svg = this.canvas.querySelector('svg');
    if (!svg) return;
    const scale = this.scale ?? Math.max(SMALLEST, this.fitting());
    svg.style.width = `${Math.round(Number(svg.getAttribute('width')) * scale)}px`;
    svg.style.maxWidth = 'none';
  }

  private download(): void {
    const svg = this.canvas.querySelector('svg')?.cloneNode(true) as SVGElement | undefined;
    if (!svg) return;
    svg.removeAttribute('style');
    svg.prepend(Object.assign(document.createElementNS(SVG, 'style'), { textContent: drawingStyle }));
    offerFile('heap.svg', new XMLSerializer().serializeToString(svg), 'image/svg+xml');
  }

  show(scene: HeapScene): void {
    this.scene = scene;
    this.state = Math.min(scene.chosen, Math.max(0, scene.states.length - 1));
    void this.draw();
  }

  /** Shows the next or previous state of the same place. */
  turn(by: number): void {
    const count = this.scene?.states.length ?? 0;
    if (count < 2) return;
    this.state = (this.state + by + count) % count;
    void this.draw();
  }

  private async draw(): Promise<void> {
    const { scene, state } = this;
    if (!scene) return;
    say(this.heading, scene.heading);
    this.showPager(scene);
    const drawing = scene.states[state];
    if (!drawing || drawing.nodes.length === 0) {
      this.canvas.replaceChildren(el('p', { class: 'absence' }, drawing ? EMPTY : scene.absence));
      this.facts.replaceChildren();
      this.words.hidden = true;
      return;
    }
    HeapView.engine ??= Graphviz.load();
    const engine = await HeapView.engine;
    if (this.scene !== scene || this.state !== state) return; // another heap was chosen in the meantime
    const comparison = scene.before ? compareCloseHeaps(scene.before, drawing) : unmarked(drawing);
    this.canvas.replaceChildren(makeSvg(drawSvg(comparison, engine)));
    this.resize();
    this.showChange();
    this.facts.replaceChildren(...describeInvariant(scene), ...describeFacts(drawing, comparison));
    this.inWords.replaceChildren(...describeDrawing(drawing).map((sentence) => el('li', {}, sentence)));
    this.words.hidden = false;
  }

  /** Scrolls to what is gone or new, if the drawing is too large to be seen as a whole. */
  private showChange(): void {
    const { canvas } = this;
    const change = ['.box.gone', '.box.freed', '.edge.gone', '.box.new', '.edge.new'].reduce<Element | null>(
      (found, kind) => found ?? canvas.querySelector(kind),
      null,
    );
    if (!change) return;
    const [all, one] = [canvas.getBoundingClientRect(), change.getBoundingClientRect()];
    canvas.scrollLeft += (one.left + one.right) / 2 - (all.left + all.right) / 2;
    canvas.scrollTop += (one.top + one.bottom) / 2 - (all.top + all.bottom) / 2;
  }

  private showPager({ states, omitted }: HeapScene): void {
    const total = states.length + omitted;
    const more = omitted > 0 ? ` of ${total}, ${omitted} not shown` : ` of ${total}`;
    const parts =
      states.length > 1
        ? [
            button('‹', 'previous state ( [ )', () => this.turn(-1)),
            el('span', {}, `state ${this.state + 1}${more}`),
            button('›', 'next state ( ] )', () => this.turn(1)),
          ]
        : states.length === 1 && omitted > 0
          ? [el('span', {}, `state 1${more}`)]
          : [];
    this.pager.replaceChildren(...parts);
  }
}

function describeInvariant({ invariant = [] }: HeapScene): Node[] {
  if (invariant.length === 0) return [];
  return [
    el('p', {}, 'In every state:'),
    el('ul', { class: 'invariant' }, ...invariant.map((sentence) => el('li', {}, ...withCode(sentence)))),
  ];
}

/** Heaps that have little in common are not compared: everything would be marked. */
function compareCloseHeaps(before: Drawing, after: Drawing): Comparison {
  const comparison = compare(before, after);
  const blocks = (d: Drawing) => d.nodes.filter((n) => n.kind !== 'activation').length;
  const foreign = [...comparison.nodes].filter(([id]) => !id.includes('frame')).length;
  return foreign > 2 && foreign > (blocks(before) + blocks(after)) / 2 ? unmarked(after) : comparison;
}

function describeFacts(drawing: Drawing, { nodes, rows, edges }: Comparison): Node[] {
  const marks = [...nodes.values(), ...edges.values()];
  const legend = el(
    'p',
    { class: 'legend' },
    (marks.includes('new') || rows.size > 0) && el('span', { class: 'key new' }, 'new or changed'),
    marks.includes('gone') && el('span', { class: 'key gone' }, 'gone'),
    drawing.edges.some((e) => e.certainty === 'may') && el('span', { class: 'key may' }, 'may point'),
    drawing.nodes.some((n) => n.summary) && el('span', { class: 'key many' }, '1+: one or more'),
  );
  const notes = drawing.notes.map((note) => el('li', {}, note));
  return [legend, ...(notes.length > 0 ? [el('ul', { class: 'notes' }, ...notes)] : [])];
}

/** Parsed as XML: nothing in it is executed or loaded. */
function makeSvg(text: string): Element {
  return document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);
}

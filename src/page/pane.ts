// One engine's view of the text: requests an analysis, keeps the answer, draws the heap at a line.
// The workbench shows one, or two side by side.

import type { Drawing } from '../engines/drawing.js';
import type { Choice } from '../web/protocol.js';
import { Asker, type Outcome } from './asker.js';
import { HeapView } from './heap-view.js';
import { Heaps, invariantOf, titleOf } from './heaps.js';

export class Pane {
  readonly heap = new HeapView();
  outcome: Outcome | null = null;
  private readonly asker = new Asker();
  private heaps = new Heaps([], []);
  private last: { readonly inside: string; readonly line: number; readonly drawing: Drawing } | null = null;

  constructor(public engine: Choice) {}

  /** A quick answer first; a thorough one after it, if something was left unfinished. `show` is called for each. */
  async analyse(text: string, show: () => void): Promise<void> {
    const { engine } = this;
    const quick = await this.asker.ask({ engine, effort: 'quick', text });
    if (!quick) return;
    this.take(quick);
    show();
    if ('failure' in quick || quick.functions.every((f) => f.status !== 'timeout')) return;
    const thorough = await this.asker.ask({ engine, effort: 'thorough', text });
    if (!thorough || 'failure' in thorough) return;
    this.take(thorough);
    show();
  }

  /** Forgets what was said about an earlier text. */
  forget(): void {
    this.stop();
    this.outcome = null;
    this.heaps = new Heaps([], []);
    this.last = null;
  }

  private take(outcome: Outcome): void {
    this.outcome = outcome;
    if (!('failure' in outcome) && !outcome.problems.some((p) => p.severity === 'error')) {
      this.heaps = new Heaps(outcome.portraits, outcome.drawings);
      this.last = null;
    }
  }

  stop(): void {
    this.asker.stop();
  }

  /** The lines of loops. */
  loops(): number[] {
    return this.file === null ? [] : this.heaps.linesOf(this.file).flatMap((l) => (l.loop ? [l.line] : []));
  }

  /** The heap at the line, compared with that of the previous line of the cursor. */
  look(line: number): void {
    const found = this.file === null ? null : this.heaps.at(this.file, line, 'before');
    const states = this.heaps.statesOf(found);
    const inside = found?.portrait.function ?? '';
    const from = this.last?.inside === inside && this.last.line !== line ? this.last : null;
    const chosen = from ? this.heaps.closestTo(found, from.drawing) : 0;
    this.heap.show({
      heading: `${this.engine}: ${found ? titleOf(found, line) : `line ${line}`}`,
      states,
      omitted: found?.heaps.omitted ?? 0,
      invariant: invariantOf(found),
      chosen,
      before: found?.heaps.loop ? null : (from?.drawing ?? null),
      absence: this.absence(line),
    });
    const drawing = states[chosen];
    if (drawing) this.last = { inside, line, drawing };
  }

  private get file(): string | null {
    return this.outcome && 'file' in this.outcome ? this.outcome.file : null;
  }

  /** Why nothing is drawn. That a line is unreachable is said only if an analysis that came to its end says so. */
  private absence(line: number): string {
    const { outcome, engine } = this;
    if (!outcome) return 'Analysing…';
    if ('failure' in outcome) return outcome.failure;
    const portrait = outcome.portraits.find((p) => p.file === outcome.file && p.line <= line && line <= p.end);
    if (!portrait) return 'There is no heap to draw here: put the cursor on a statement.';
    const here = portrait.lines.some((l) => l.line === line);
    if (here) return `The heaps of ${engine} are too large to be drawn here.`;
    if (engine === 'modular') return 'No path that modular follows gets to a statement in this line.';
    if (!portrait.complete) return `${engine} did not get to this line: it stopped before.`;
    return 'There is no statement in this line that the analysis reaches.';
  }
}

// The states that the analysis of a procedure has been in, drawn: a few for each place.
// For `shapes` and the local page; filled by procedure/procedure.ts, read by engine.ts.

import type { Drawing } from '../drawing.js';
import type { Point } from '../engine.js';
import type { State } from './domain/state.js';
import { drawState } from './draw.js';
import type { Here } from './exec/report.js';

/** More different states of a place are left out. */
const MOST_STATES = 8;
const MOST_CELLS = 36;

export class Album {
  private readonly drawn = new Map<string, Map<string, Drawing>>();

  /** The state before the current instruction. */
  add({ body, block, index }: Here, state: State): void {
    const key = keyOf(block.id, index);
    const there = this.drawn.get(key) ?? new Map<string, Drawing>();
    this.drawn.set(key, there);
    if (there.size >= MOST_STATES) return;
    const drawing = drawState(body, state, { focus: null, most: MOST_CELLS });
    there.set(JSON.stringify(drawing), drawing);
  }

  at({ block, index }: Point): readonly Drawing[] {
    return [...(this.drawn.get(keyOf(block.id, index))?.values() ?? [])];
  }
}

const keyOf = (block: number, index: number): string => `${block}:${index}`;

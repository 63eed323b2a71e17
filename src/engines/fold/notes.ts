// What is seen while a block is interpreted: obligations, complaints, assumptions, gaps, and what its calls have seen.
// Kept per block and replaced at every visit: the last visit sees the stable state, so that what is left in the end holds.

import type { Ledger } from '../shared/ledger.js';

export type Note = (ledger: Ledger) => void;

export class Notes {
  private readonly own: Note[] = [];
  private readonly ofCalls: (readonly Notes[])[] = [];

  add(note: Note): void {
    this.own.push(note);
  }

  /** What the callee has seen from this entry state. */
  include(callee: readonly Notes[]): void {
    this.ofCalls.push(callee);
  }

  /** Writes everything down, each once. */
  replay(ledger: Ledger, done: Set<object> = new Set()): void {
    for (const note of this.own) note(ledger);
    for (const callee of this.ofCalls) {
      if (done.has(callee)) continue;
      done.add(callee);
      for (const notes of callee) notes.replay(ledger, done);
    }
  }
}

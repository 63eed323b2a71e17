// The notes of one block: obligations, findings, assumptions, gaps, and the notes of its calls.
// Replaced at every visit of the block. The last visit has the stable state, so the remaining notes hold.

import type { Ledger } from '../shared/ledger.js';

export type Note = (ledger: Ledger) => void;

export class Notes {
  private readonly own: Note[] = [];
  private readonly ofCalls: (readonly Notes[])[] = [];

  add(note: Note): void {
    this.own.push(note);
  }

  /** Includes the notes of the callee for this entry state. */
  include(callee: readonly Notes[]): void {
    this.ofCalls.push(callee);
  }

  /** Enters every note into the ledger once. */
  replay(ledger: Ledger, done: Set<object> = new Set()): void {
    for (const note of this.own) note(ledger);
    for (const callee of this.ofCalls) {
      if (done.has(callee)) continue;
      done.add(callee);
      for (const notes of callee) notes.replay(ledger, done);
    }
  }
}

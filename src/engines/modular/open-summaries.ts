// Summaries of callees as objects, deserialised when a caller is analysed; the least recently used ones are dropped.
// Between the bytes that the driver passes and the analysis of a group.

import type { PackedProgram } from '../../ir/pack/program.js';
import { openSummary } from './seal.js';
import type { Summary } from './summary/summary.js';

/** Limit on the serialised size of open summaries; as objects they take a multiple of it. */
const MOST_OPEN = 4 << 20;

export class OpenSummaries {
  /** Least recently used first. */
  private readonly open = new Map<Uint8Array, Summary>();
  private opened = 0;

  constructor(private readonly program: PackedProgram) {}

  of(bytes: Uint8Array): Summary {
    const known = this.open.get(bytes);
    if (known) this.open.delete(bytes);
    else this.opened += bytes.length;
    const summary = known ?? openSummary(this.program, bytes);
    this.open.set(bytes, summary);
    this.closeOthers(bytes);
    return summary;
  }

  private closeOthers(used: Uint8Array): void {
    for (const bytes of this.open.keys()) {
      if (this.opened <= MOST_OPEN || bytes === used) return;
      this.open.delete(bytes);
      this.opened -= bytes.length;
    }
  }
}

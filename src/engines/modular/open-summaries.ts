// Summaries of callees as objects, made of their bytes when a caller is analysed; those used least recently are dropped.
// Between the bytes that the driver hands over and the analysis of a group.

import type { PackedProgram } from '../../ir/pack/program.js';
import { openSummary } from './seal.js';
import type { Summary } from './summary/summary.js';

/** Bytes of summaries that are kept open: as objects they take many times as much memory. */
const MOST_OPEN = 4 << 20;

export class OpenSummaries {
  /** In the order of their last use. */
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

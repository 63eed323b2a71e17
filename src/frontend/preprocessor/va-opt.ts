// `__VA_OPT__(…)` in the body of a macro (C23 6.10.5.1): kept if the variable argument has tokens after replacement.
// Asked by substitute.ts for every token of such a body.

import type { Argument } from './arguments.js';
import { APART, isPadding, paddingFor, type Reader } from './reader.js';
import { PARAMETER, PASTED, S, SHIFT } from './spellings.js';

export type VaOptState = 'kept' | 'dropped';

export class VaOpt {
  /** Where the arena was at the start of the current one; -1 outside. */
  start = -1;
  /** 0 outside, 1 behind the name, then the nesting of parentheses. */
  private level = 0;
  private content: VaOptState = 'dropped';

  constructor(
    private readonly r: Reader,
    /** The variable argument, already replaced. */
    private readonly argument: Argument,
  ) {}

  step(token: number, behindPaste: boolean, base: number, isFirst: boolean): VaOptState {
    const { r } = this;
    const id = (token & PARAMETER) === 0 ? token >> SHIFT : -1;
    if (this.level === 0) {
      if (id !== S.VaOpt) return 'kept';
      this.level = 1;
      if (!isFirst && !behindPaste) r.keep(paddingFor(token));
      this.start = r.arenaEnd;
      return 'dropped';
    }
    if (this.level === 1) return this.open(id);
    if (id === S.VaOpt) r.stop('error', '__VA_OPT__ may not appear in a __VA_OPT__');
    if (id === S.LeftParen) this.level++;
    if (id === S.RightParen && --this.level === 1) return this.close(token, base);
    return this.content;
  }

  private open(id: number): VaOptState {
    const { r, argument } = this;
    if (id !== S.LeftParen) r.stop('error', 'unterminated __VA_OPT__');
    this.level = 2;
    this.content = 'dropped';
    for (let i = argument.expandedStart; i < argument.expandedEnd; i++) {
      if (!isPadding(r.arena[i]!)) this.content = 'kept';
    }
    return 'dropped';
  }

  private close(token: number, base: number): VaOptState {
    const { r } = this;
    this.level = 0;
    while (r.arenaEnd > Math.max(base, this.start) && isPadding(r.arena[r.arenaEnd - 1]!)) r.arenaEnd--;
    if ((token & PASTED) !== 0) r.stop('refused', '## behind __VA_OPT__'); // compilers differ
    r.keep(APART);
    this.start = -1;
    return 'dropped';
  }
}

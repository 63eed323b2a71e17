// One call of a function with one outcome of its summary: the data that both halves of ⟨ᾱ, β̄⟩ share.
// The base of arguments.ts and effects.ts, which instantiate.ts combines.

import type { CallInstr } from '../../../ir/instr.js';
import { pointerIn } from '../../../ir/targets/holders.js';
import { isInModel } from '../../../models/origin.js';
import { isGuess } from '../beliefs/guessed-callee.js';
import type { Cell, Event, Field, State } from '../domain/state.js';
import { sameValue, type Value } from '../domain/symbols.js';
import { evaluate } from '../exec/evaluate.js';
import { eventOf, type Here, nameOf } from '../exec/report.js';
import type { Outcome, Summary } from '../summary/summary.js';
import type { Meaning } from './meaning.js';

export class CallSite {
  constructor(
    protected readonly here: Here,
    protected readonly caller: State,
    protected readonly call: CallInstr,
    protected readonly outcome: Outcome,
    /** The summary of the callee, with all outcomes. */
    protected readonly summary: Summary,
    protected readonly meaning: Meaning,
  ) {}

  protected value(v: Value): Value {
    return this.meaning.value(v);
  }

  /** Events inside a model are shown at the call. */
  protected visible(event: Event | null): Event {
    return event && !isInModel(event.site.source) ? event : eventOf(this.here);
  }

  protected get isOneOfSeveral(): boolean {
    return this.summary.outcomes.length > 1;
  }

  /** Is the callee only one of the candidate targets of a pointer? What it does may not happen here. */
  protected get isGuess(): boolean {
    const { callee } = this.call;
    if (callee.kind === 'direct' || !this.here.believes('guessed-callee')) return false;
    const { isExact } = this.here.program.targetsThrough(pointerIn(this.here.body, callee));
    return !isExact && isGuess(this.caller, evaluate(this.here, this.caller, callee.pointer));
  }

  protected calleeName(): string {
    const { callee } = this.call;
    return callee.kind === 'direct' ? callee.function.name : nameOf(this.here, callee.pointer);
  }
}

export const isShared = (cell: Cell): boolean => cell.kind === 'input' || cell.kind === 'global';

export const sameField = (a: Field | undefined, b: Field): boolean =>
  a === b || (a !== undefined && a.size === b.size && sameValue(a.value, b.value));

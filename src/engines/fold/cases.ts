// The states at the beginning of one block, told apart by the constants that integer variables hold.
// Between the fixpoint (solve.ts) and the lattice: flags, status codes and counters stay correlated with what the heap
// looks like, and loops that run a few known times are followed turn by turn.

import { isInteger } from '../../frontend/types.js';
import type { LocalVariable } from '../../ir/program.js';
import { rangeOf } from '../../numeric/numbers.js';
import { singleOf } from '../../numeric/range.js';
import { type Frame, nodeOfVariable } from './analysis.js';
import type { Notes } from './notes.js';
import { bottom, type State } from './state.js';

/** More cases than this at one block are one. */
const MOST_CASES = 8;

export interface Case {
  readonly state: State;
  /** What its last visit has seen, and the state in which it has returned. */
  notes: Notes | null;
  exit: State;
}

export class Cases {
  private readonly known = new Map<string, Case>();
  private readonly changed = new Set<string>();
  private united: 'no' | 'yes' = 'no';
  private visits = 0;

  /** The case to join a state into; null if that would be one too many. */
  nameFor(name: string): string | null {
    if (this.united === 'yes') return '';
    return this.known.has(name) || this.known.size < MOST_CASES ? name : null;
  }

  get(name: string): State {
    return this.known.get(name)?.state ?? bottom;
  }

  set(name: string, state: State): void {
    const { notes = null, exit = bottom } = this.known.get(name) ?? {};
    this.known.set(name, { state, notes, exit });
    this.changed.add(name);
  }

  /** From now on there is one case. */
  unite(state: State): void {
    this.known.clear();
    this.changed.clear();
    this.united = 'yes';
    this.set('', state);
  }

  /** How often the block has been visited, this time included. */
  visit(): number {
    return ++this.visits;
  }

  /** The cases that must be visited. */
  *takeChanged(): Generator<Case> {
    for (const name of [...this.changed]) {
      this.changed.delete(name);
      const item = this.known.get(name);
      if (item) yield item;
    }
  }

  all(): Iterable<Case> {
    return this.known.values();
  }

  *states(): Generator<State> {
    for (const { state, exit } of this.known.values()) {
      yield state;
      yield exit;
    }
  }
}

/** The constants that the integers among the variables hold, as a name. */
export function caseOf(f: Frame, s: State, live: ReadonlySet<LocalVariable>): string {
  const constants: string[] = [];
  for (const v of live) {
    const value = isInteger(v.type) ? singleOf(rangeOf(s.numbers, nodeOfVariable(f, v))) : null;
    if (value !== null) constants.push(`${v.id}=${value}`);
  }
  return constants.sort().join(' ');
}

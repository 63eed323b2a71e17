// The states at one block entry, partitioned by the constants that integer variables hold.
// Between the fixpoint (fixpoint.ts) and the lattice: keeps flags, status codes and counters correlated with the shape of
// the heap, and unrolls loops with a few known iterations.

import type { AssignInstr, Expr, Place } from '../../ir/instr.js';
import type { LocalVariable } from '../../ir/program.js';
import { nodeCount } from '../../logic/bdd/models.js';
import { assumeRange, rangeOf } from '../../numeric/numbers.js';
import { constant, singleOf } from '../../numeric/range.js';
import { holdsPointer, isInteger } from '../../types/questions.js';
import { type Frame, nodeOfVariable } from './analysis.js';
import type { Kernel } from './kernel.js';
import type { Notes } from './notes.js';
import { bottom, type State, withNumbers } from './paper/state.js';

/** More cases at one block are joined into one. */
const MOST_CASES = 8;
const MOST_LARGE_CASES = 2;

/** Functions with more BDD nodes are large. */
const LARGE = 400;

export interface Case {
  readonly state: State;
  /** The notes of its last visit, and the state in which it returned. */
  notes: Notes | null;
  exit: State;
}

export class Cases {
  private readonly known = new Map<string, Case>();
  private readonly changed = new Set<string>();
  private united: 'no' | 'yes' = 'no';
  private visits = 0;

  /** The case to join a state into; null if there are too many. Large functions get fewer cases. */
  nameFor(name: string, k: Kernel, s: State): string | null {
    if (this.united === 'yes') return '';
    const count = this.known.size + (this.known.has(name) ? 0 : 1);
    const fits = count <= MOST_LARGE_CASES || (count <= MOST_CASES && nodeCount(k.bdd, s.b, LARGE) < LARGE);
    return fits ? name : null;
  }

  get(name: string): State {
    return this.known.get(name)?.state ?? bottom;
  }

  set(name: string, state: State): void {
    const { notes = null, exit = bottom } = this.known.get(name) ?? {};
    this.known.set(name, { state, notes, exit });
    this.changed.add(name);
  }

  /** Replaces all cases by one. */
  unite(state: State): void {
    this.known.clear();
    this.changed.clear();
    this.united = 'yes';
    this.set('', state);
  }

  /** The number of visits of the block, including this one. */
  visit(): number {
    return ++this.visits;
  }

  /** The cases that have to be visited. */
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

/** The constants that the live integer variables hold, as a name. */
export function caseOf(f: Frame, s: State, live: ReadonlySet<LocalVariable>): string {
  const constants: string[] = [];
  for (const v of live) {
    const value = isInteger(v.type) ? singleOf(rangeOf(s.numbers, nodeOfVariable(f, v))) : null;
    if (value !== null) constants.push(`${v.id}=${value}`);
  }
  return constants.sort().join(' ');
}

/** Splits the state by the values of an index into an array of pointers, if they are few, so that reads and writes agree. */
export function splitByIndex(f: Frame, s: State, i: AssignInstr, states: number): readonly State[] {
  for (const v of [...indicesIn(i.place), ...indicesOf(i.value)]) {
    const key = nodeOfVariable(f, v);
    const { low, high } = rangeOf(s.numbers, key);
    if (low === high || (high - low + 1) * states > MOST_CASES) continue;
    return valuesFrom(low, high).flatMap((value) => {
      const numbers = assumeRange(s.numbers, key, constant(value));
      return numbers ? [withNumbers(s, numbers)] : [];
    });
  }
  return [s];
}

const valuesFrom = (low: number, high: number): number[] => Array.from({ length: high - low + 1 }, (_, n) => low + n);

/** The index variables of a place in an array of pointers. */
function indicesIn(p: Place): LocalVariable[] {
  if (p.kind === 'var' || p.kind === 'deref') return [];
  const inner = indicesIn(p.base);
  return p.kind === 'index' && holdsPointer(p.type) ? [...variableIn(p.index), ...inner] : inner;
}

function indicesOf(e: Expr): LocalVariable[] {
  if (e.kind === 'load' || e.kind === 'address') return indicesIn(e.place);
  if (e.kind === 'cast') return indicesOf(e.operand);
  const steps = e.kind === 'binary' && e.op === 'ptr-add' && e.type.kind === 'pointer' && holdsPointer(e.type.target);
  return steps ? variableIn(e.right) : [];
}

function variableIn(e: Expr): LocalVariable[] {
  if (e.kind === 'cast') return variableIn(e.operand);
  return e.kind === 'load' && e.place.kind === 'var' && e.place.variable.kind !== 'global' ? [e.place.variable] : [];
}

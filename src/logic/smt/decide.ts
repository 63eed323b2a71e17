// The decision procedure of the engine: linear reasoning first, z3 for the rest, answers remembered.
// Without z3 the rest is unknown, and `unanswered` counts how often.

import { type Condition, type Cube, holds, keyOfCube } from '../linear/constraint.js';
import { solveCube, type Verdict } from '../linear/solve.js';
import type { Model } from '../linear/term.js';
import { differenceScript, MODEL_AND_TAKE_BACK, questionFor, readModel, TAKE_BACK } from './script.js';
import type { SmtSession } from './session.js';

/** z3's own measure of work; the same question always gets the same answer, unlike with a clock. */
const EFFORT = 2_000_000;

export class Decider {
  private readonly known = new Map<string, Verdict>();
  /** Questions that nobody could answer. */
  unanswered = 0;
  asked = 0;
  /** From this moment on (`performance.now()`) nothing is known any more. */
  deadline = Number.POSITIVE_INFINITY;

  constructor(private readonly session: SmtSession) {}

  decide(cube: Cube): Verdict {
    const key = keyOfCube(cube);
    const known = this.known.get(key);
    if (known) return known;
    this.asked++;
    if (performance.now() > this.deadline) return { kind: 'unknown' };
    const verdict = this.compute(cube);
    this.known.set(key, verdict);
    return verdict;
  }

  private compute(cube: Cube): Verdict {
    const linear = solveCube(cube);
    if (linear.kind !== 'unknown') return linear;
    const answer = this.session.ask(questionFor(cube, EFFORT));
    const text = answer && this.session.ask(answer.startsWith('sat') ? MODEL_AND_TAKE_BACK : TAKE_BACK);
    if (answer?.startsWith('unsat')) return { kind: 'unsat' };
    const model = answer?.startsWith('sat') && text ? readModel(text) : null;
    // a power is only an unknown to z3: its model may not be one
    if (model && cube.every((c) => holds(c, model))) return { kind: 'sat', model };
    this.unanswered++;
    return { kind: 'unknown' };
  }

  readonly isUnsat = (cube: Cube): boolean => this.decide(cube).kind === 'unsat';

  /** An assignment that satisfies one of the cubes; null if none was found. */
  modelOf(condition: Condition, given: Cube = []): Model | null {
    for (const cube of condition) {
      const verdict = this.decide([...given, ...cube]);
      if (verdict.kind === 'sat') return verdict.model;
    }
    return null;
  }

  /** Do the two conditions mean the same, given what holds anyway? null: not known. */
  areEquivalent(a: Condition, b: Condition, given: Cube = []): boolean | null {
    const text = this.session.ask(differenceScript(a, b, given, EFFORT));
    if (text?.startsWith('unsat')) return true;
    return text?.startsWith('sat') ? false : null;
  }
}

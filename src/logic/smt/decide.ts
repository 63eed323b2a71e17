// The decision procedure: cheap contradictions, then linear reasoning, then z3; answers are memoised.
// Without z3 the rest is unknown, and `unanswered` counts how often. Limits are counted in work, never in time.

import { isClash } from '../linear/clash.js';
import { type Condition, type Cube, holds, keyOfCube } from '../linear/constraint.js';
import { RecentModels } from '../linear/recent-models.js';
import { solveCube, type Verdict } from '../linear/solve.js';
import type { Model } from '../linear/term.js';
import { COST, Effort } from './effort.js';
import { differenceScript, GET_MODEL, questionFor, readModel } from './script.js';
import type { SmtSession } from './session.js';

/** z3's resource limit: deterministic, unlike a timeout. */
const RESOURCES = 150_000;

export class Decider {
  private readonly known = new Map<string, Verdict>();
  private readonly models = new RecentModels();
  /** The number of queries without an answer. */
  unanswered = 0;
  asked = 0;

  constructor(
    private readonly session: SmtSession,
    readonly effort: Effort = new Effort(Number.POSITIVE_INFINITY),
  ) {}

  decide(cube: Cube): Verdict {
    const [verdict] = this.decideAll([cube]);
    return verdict!;
  }

  /** The cubes that linear reasoning leaves open go to z3 in one script. */
  decideAll(cubes: readonly Cube[]): Verdict[] {
    const verdicts = cubes.map((cube) => this.decideByItself(cube));
    const open = cubes.filter((_, i) => verdicts[i] === null);
    const answers = open.length > 0 ? this.askFor(open) : [];
    return verdicts.map((v) => v ?? answers.shift()!);
  }

  /** Null if this needs z3. Once the effort is used up, every answer is unknown. */
  private decideByItself(cube: Cube): Verdict | null {
    const key = keyOfCube(cube);
    const known = this.known.get(key);
    if (known) return known;
    this.asked++;
    if (this.effort.exhausted) return { kind: 'unknown' };
    const verdict = solveCube(cube, (rows) => this.effort.spend(rows * COST.row));
    this.effort.spend(COST.solution);
    return verdict.kind === 'unknown' ? null : this.remember(key, verdict);
  }

  private remember(key: string, verdict: Verdict): Verdict {
    this.known.set(key, verdict);
    if (verdict.kind === 'sat') this.models.add(verdict.model);
    return verdict;
  }

  private askFor(cubes: readonly Cube[]): Verdict[] {
    this.effort.spend(COST.script * cubes.length);
    const answers = this.session.ask(cubes.map((c) => questionFor(c, RESOURCES)).join('\n'))?.split('\n') ?? [];
    return cubes.map((cube, i) => this.remember(keyOfCube(cube), this.judge(cube, answers[i])));
  }

  private judge(cube: Cube, answer: string | undefined): Verdict {
    if (answer === 'unsat') return { kind: 'unsat' };
    const text = answer === 'sat' ? this.session.ask(`${questionFor(cube, RESOURCES)}\n${GET_MODEL}`) : null;
    const model = text ? readModel(text) : null;
    // powers are uninterpreted for z3: its model may be spurious
    if (model && cube.every((c) => holds(c, model))) return { kind: 'sat', model };
    this.unanswered++;
    return { kind: 'unknown' };
  }

  /** As `decide`, but cheaper: most queries are answered by a cheap contradiction or a recent model. */
  readonly isUnsat = (cube: Cube): boolean => this.isPlain(cube) ?? this.decide(cube).kind === 'unsat';

  /** Those that may be satisfiable. */
  possible(cubes: readonly Cube[]): Cube[] {
    const plain = cubes.map((cube) => this.isPlain(cube));
    const verdicts = this.decideAll(cubes.filter((_, i) => plain[i] === null));
    return cubes.filter((_, i) => !(plain[i] ?? verdicts.shift()!.kind === 'unsat'));
  }

  /** Unsatisfiable or not, if a cheap test decides it. */
  private isPlain(cube: Cube): boolean | null {
    this.effort.spend(COST.glance);
    if (isClash(cube)) return true;
    return this.models.satisfy(cube) ? false : null;
  }

  /** An assignment that satisfies one of the cubes; null if none was found. */
  modelOf(condition: Condition, given: Cube = []): Model | null {
    for (const cube of condition) {
      const verdict = this.decide([...given, ...cube]);
      if (verdict.kind === 'sat') return verdict.model;
    }
    return null;
  }

  /** Are the two conditions equivalent, assuming `given`? Null if unknown. */
  areEquivalent(a: Condition, b: Condition, given: Cube = []): boolean | null {
    const answer = this.session.ask(differenceScript(a, b, given, RESOURCES));
    if (answer?.startsWith('unsat')) return true;
    return answer?.startsWith('sat') ? false : null;
  }
}

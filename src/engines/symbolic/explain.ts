// From the cases of an error to its explanation: the condition on the input, and one input that satisfies it.
// The last step of an analysis; also asked for the condition of an error in a function.

import {
  atMost,
  type Condition,
  type Constraint,
  type Cube,
  different,
  equal,
  just,
  keyOfCube,
} from '../../logic/linear/constraint.js';
import { isSuccess, printCondition, printConstraint } from '../../logic/linear/print.js';
import { project, unknownsOf } from '../../logic/linear/project.js';
import { isWithin, simplify } from '../../logic/linear/simplify.js';
import { constant, evaluate, type Model, symbol, symbolsOf, type Unknown } from '../../logic/linear/term.js';
import type { Decider } from '../../logic/smt/decide.js';
import type { Finding, Input } from '../engine.js';
import type { Case, Incident, Ledger } from './ledger.js';

export interface Explained {
  readonly condition: Condition;
  /** `exactly`: the condition is necessary and sufficient; otherwise one of the two. */
  readonly kind: 'exactly' | 'only if' | 'at least if';
  readonly input: Input | null;
  /** Does the input determine the error completely? The results of library functions on memory cannot be chosen. */
  readonly decisive: boolean;
  /** The same input in words. */
  readonly example: readonly string[];
}

const isWanted = (s: Unknown): boolean => s.origin === 'input' || s.origin === 'failure';

/** ∃ (everything but input). t ∧ p, for all cases together. */
export function explain(decider: Decider, cases: readonly Case[], incomplete: boolean): Explained {
  const parts = cases.flatMap((c) => c.path.map((cube) => projectCase(c, cube)));
  const all = unique(parts.flatMap((p) => p.condition)).slice(0, MOST_CUBES);
  const condition = simplify(all, [], decider.isUnsat);
  const sure = parts.filter((p) => p.exact).flatMap((p) => p.condition);
  const covered = (c: Condition): boolean => c.every((cube) => isWithin(cube, sure, [], decider.isUnsat));
  const exact = parts.every((p) => p.exact || covered(p.condition));
  const kind = exact ? (incomplete || parts.length > MOST_CUBES ? 'at least if' : 'exactly') : 'only if';
  return { condition, kind, ...findInput(decider, cases) };
}

const MOST_CUBES = 60;
const unique = (cubes: Condition): Condition => [...new Map(cubes.map((c) => [keyOfCube(c), c])).values()];

function projectCase({ known, exact }: Case, cube: Cube): { condition: Condition; exact: boolean } {
  const all = [...cube, ...relevant(known, cube)];
  const guessed = [...unknownsOf(all).values()].some((s) => s.origin === 'unknown');
  const projected = project(just(...all), isWanted);
  return { condition: projected.condition, exact: exact && projected.exact && !guessed };
}

/** The facts about symbols that are eliminated. Facts about the input alone are assumptions, not conditions. */
function relevant(known: Cube, cube: Cube): Constraint[] {
  const hidden = new Set([...unknownsOf(cube).values()].filter((s) => !isWanted(s)).map((s) => s.id));
  const taken = new Set<Constraint>();
  for (let before = -1; before !== taken.size; ) {
    before = taken.size;
    for (const c of known) {
      const symbols = [...symbolsOf(c.term).values()].filter((s) => !isWanted(s));
      if (taken.has(c) || !symbols.some((s) => hidden.has(s.id))) continue;
      taken.add(c);
      for (const s of symbols) hidden.add(s.id);
    }
  }
  return [...taken];
}

// ---- example input ---------------------------------------------------------------------------------------------

function findInput(decider: Decider, cases: readonly Case[]): Pick<Explained, 'input' | 'example' | 'decisive'> {
  for (const { known, path } of cases) {
    for (const cube of path) {
      const all = [...known, ...cube];
      const verdict = decider.decide(all);
      if (verdict.kind === 'sat')
        return {
          input: inputOf(all, verdict.model),
          example: exampleOf(cube, verdict.model),
          decisive: [...unknownsOf(cube).values()].every(isChosen),
        };
    }
  }
  return { input: null, example: [], decisive: false };
}

/** An input of the program, a word count, or whether a call fails. */
const isChosen = (s: Unknown): boolean =>
  s.origin !== 'input' || s.position !== undefined || s.fails !== undefined || s.id === 'argc';

/** `n = 3`, `the second malloc fails`; success is not mentioned. */
function exampleOf(cube: Cube, model: Model): string[] {
  const wanted = [...unknownsOf(cube).values()].filter(isWanted);
  const values = wanted.map((s) => meaningOf(s, model.get(s.id) ?? 0n));
  return values.filter((c) => !isSuccess(c)).map((c) => printConstraint(c).replace(' == ', ' = '));
}

/** For a call that may fail, only whether it fails. */
function meaningOf(s: Unknown, value: bigint): Constraint {
  if (s.fails === 'null' && value !== 0n) return different(symbol(s), constant(0));
  return s.fails === 'negative' && value >= 0n ? atMost(constant(0), symbol(s)) : equal(symbol(s), constant(value));
}

/** Values in the order in which the program reads them; 0 if the condition does not mention them. */
function inputOf(cube: Cube, model: Model): Input {
  const values: bigint[] = [];
  const failures: number[] = [];
  let words = 1;
  for (const s of unknownsOf(cube).values()) {
    const value = model.get(s.id) ?? 0n;
    const at = s.position ? Number(evaluate(s.position, model)) : -1;
    if (s.origin === 'failure' && value === 1n) failures.push(at);
    else if (s.origin === 'input' && at >= 0 && at < MOST_VALUES) values[at] = value;
    else if (s.id === 'argc') words = Math.min(64, Math.max(1, Number(value)));
  }
  return { values: Array.from(values, (v) => v ?? 0n), failures, words };
}

const MOST_VALUES = 10_000;

// ---- findings --------------------------------------------------------------------------------------------------

export function explainIncidents(decider: Decider, ledger: Ledger): { finding: Finding; explained: Explained }[] {
  return ledger.incidents().map((incident) => {
    const explained = explain(decider, incident.cases, ledger.incomplete || ledger.isDoubted(incident));
    return { finding: findingOf(decider, incident, explained), explained };
  });
}

function findingOf(decider: Decider, incident: Incident, explained: Explained): Finding {
  const { condition, kind, input, decisive } = explained;
  const { cases: _, property: __, ...told } = incident;
  return {
    ...told,
    engine: 'symbolic',
    certainty: input && decisive && kind !== 'only if' ? 'definite' : 'possible',
    condition: describeCondition(decider, condition, kind),
    ...(input ? { input } : {}),
  };
}

/** The condition in words. */
export function describeCondition(decider: Decider, condition: Condition, kind: Explained['kind']): string {
  const said = condition.map((cube) => cube.filter((c) => !isSuccess(c))); // success is the default
  const text = printCondition(simplify(said, [], decider.isUnsat));
  if (kind === 'only if' && text === 'always') return 'perhaps, whatever the input is';
  return kind === 'exactly' ? text : `${kind} ${text}`;
}

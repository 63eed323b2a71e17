// Simplifies a condition to an equivalent one: drops redundant constraints and merges neighbouring cubes.
// The last step before a condition is shown to users.

import { atMost, type Condition, type Constraint, type Cube, equal, keyOf, negate, or } from './constraint.js';
import { ZERO } from './term.js';

/** A decision procedure: true only if the cube is unsatisfiable. */
export type IsUnsat = (cube: Cube) => boolean;

/** An equivalent condition, assuming `given`. */
export function simplify(condition: Condition, given: Cube, isUnsat: IsUnsat): Condition {
  let cubes = condition.filter((cube) => !isUnsat([...given, ...cube])).map((cube) => strip(cube, given, isUnsat));
  for (let round = 0; round < 4; round++) {
    const before = keyOf(cubes);
    cubes = cubes.map((cube) => generalize(cube, cubes, given, isUnsat));
    cubes = dropCovered(meltAll(cubes, given, isUnsat), given, isUnsat);
    if (keyOf(cubes) === before) break;
  }
  return cubes;
}

/** a ∧ c or a ∧ ¬c is a: a syntactic rule that needs no decision procedure. */
export function meltNeighbours(condition: Condition): Condition {
  let cubes = [...condition];
  for (let i = 0; i < cubes.length; i++) {
    for (let j = i + 1; j < cubes.length; j++) {
      const both = common(cubes[i]!, cubes[j]!);
      if (!both) continue;
      cubes = [
        ...or(
          [both],
          cubes.filter((_, n) => n !== i && n !== j),
        ),
      ];
      i = -1;
      break;
    }
  }
  return cubes;
}

/** What two cubes share if they differ in one constraint, which one of them negates. */
function common(a: Cube, b: Cube): Cube | null {
  if (a.length !== b.length) return null;
  const keys = new Set(b.map((c) => c.key));
  const [only, ...more] = a.filter((c) => !keys.has(c.key));
  if (!only || more.length > 0 || !keys.has(negate(only).key)) return null;
  return a.filter((c) => c !== only);
}

const implies = (given: Cube, c: Constraint, isUnsat: IsUnsat): boolean => isUnsat([...given, negate(c)]);

/** Drops the constraints that follow from the others. */
function strip(cube: Cube, given: Cube, isUnsat: IsUnsat): Cube {
  let kept = tightened(cube, given, isUnsat);
  for (const c of [...kept]) {
    const others = kept.filter((o) => o !== c);
    if (implies([...given, ...others], c, isUnsat)) kept = others;
  }
  return kept;
}

/** x <= 0 and x != 0 is x < 0; x <= 0 and x >= 0 is x = 0. */
function tightened(cube: Cube, given: Cube, isUnsat: IsUnsat): Cube {
  return cube.map((c) => {
    if (c.kind !== 'le') return c;
    const strict = equal(c.term, ZERO);
    return isUnsat([...given, ...cube, negate(strict)]) ? strict : c;
  });
}

/** A constraint may go if the cube without it still lies within the whole condition. */
function generalize(cube: Cube, all: readonly Cube[], given: Cube, isUnsat: IsUnsat): Cube {
  if (all.length > MOST_CUBES) return cube;
  let kept = cube;
  for (const c of cube) {
    for (const weaker of weakenings(c)) {
      const wider = [...kept.filter((o) => o !== c), ...weaker];
      if (!isWithin(wider, all, given, isUnsat)) continue;
      kept = wider;
      break;
    }
  }
  return kept;
}

const MOST_CUBES = 12;

/** The empty cube; for an equation also each of its halves. */
function weakenings(c: Constraint): Cube[] {
  if (c.kind !== 'eq') return [[]];
  return [[], [atMost(c.term, ZERO)], [atMost(ZERO, c.term)]];
}

/** Two cubes merge if what both imply lies within the whole condition: 1 <= n <= 1 and 2 <= n <= 8 are 1 <= n <= 8. */
function meltAll(cubes: readonly Cube[], given: Cube, isUnsat: IsUnsat): Cube[] {
  if (cubes.length > MOST_CUBES) return [...cubes];
  const melted = [...cubes];
  for (let i = 0; i < melted.length; i++) {
    for (let j = i + 1; j < melted.length; j++) {
      const both = hull(melted[i]!, melted[j]!, given, isUnsat);
      if (!isWithin(both, melted, given, isUnsat)) continue;
      melted[i] = strip(both, given, isUnsat);
      melted.splice(j--, 1);
    }
  }
  return melted;
}

function hull(a: Cube, b: Cube, given: Cube, isUnsat: IsUnsat): Cube {
  const halves = (cube: Cube): Cube =>
    cube.flatMap((c) => (c.kind === 'eq' ? [atMost(c.term, ZERO), atMost(ZERO, c.term)] : [c]));
  const common = [
    ...halves(a).filter((c) => implies([...given, ...b], c, isUnsat)),
    ...halves(b).filter((c) => implies([...given, ...a], c, isUnsat)),
  ];
  return [...new Map(common.map((c) => [c.key, c])).values()];
}

/** Does the cube entail the condition? It does if no part of it is outside every cube of the condition. */
export function isWithin(cube: Cube, condition: Condition, given: Cube, isUnsat: IsUnsat): boolean {
  let questions = 0;
  const outside = (rest: Cube, next: number): boolean => {
    if (++questions > MOST_QUESTIONS) return true;
    if (isUnsat([...given, ...rest])) return false;
    const other = condition[next];
    return !other || other.some((c) => outside([...rest, negate(c)], next + 1));
  };
  return !outside(cube, 0);
}

const MOST_QUESTIONS = 400;

function dropCovered(cubes: readonly Cube[], given: Cube, isUnsat: IsUnsat): Cube[] {
  let kept = [...new Map(cubes.map((c) => [keyOf([c]), c])).values()];
  for (const cube of [...kept]) {
    const others = kept.filter((o) => o !== cube);
    if (others.length > 0 && others.length <= MOST_CUBES && isWithin(cube, others, given, isUnsat)) kept = others;
  }
  return kept;
}

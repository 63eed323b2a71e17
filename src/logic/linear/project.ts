// Quantifier elimination: projects a condition onto some of its unknowns.
// Turns "some iteration k of the loop loses a record" into a condition on the input.

import { and, atMost, type Condition, type Constraint, type Cube, just, substituteIn, TRUE } from './constraint.js';
import {
  add,
  coefficientOf,
  constant,
  mentions,
  plus,
  scale,
  subtract,
  symbol,
  symbolsOf,
  type Term,
  type Unknown,
  ZERO,
} from './term.js';

export interface Projection {
  readonly condition: Condition;
  /** If false, the condition is necessary, but perhaps not sufficient. */
  readonly exact: boolean;
}

/** ∃ unwanted unknowns. condition */
export function project(condition: Condition, isWanted: (s: Unknown) => boolean): Projection {
  const parts = condition.map((cube) => projectCube(cube, isWanted));
  return { condition: parts.flatMap((p) => p.condition), exact: parts.every((p) => p.exact) };
}

function projectCube(cube: Cube, isWanted: (s: Unknown) => boolean): Projection {
  const unwanted = [...unknownsOf(cube).values()].find((s) => !isWanted(s));
  if (!unwanted) return { condition: [cube], exact: true };
  const step = eliminate(cube, unwanted);
  const rest = project(step.condition, isWanted);
  return { condition: rest.condition, exact: step.exact && rest.exact };
}

export function unknownsOf(cube: Cube): Map<string, Unknown> {
  const found = new Map<string, Unknown>();
  for (const c of cube) symbolsOf(c.term, found);
  return found;
}

function eliminate(cube: Cube, s: Unknown): Projection {
  const about = cube.filter((c) => mentions(c.term, s));
  const rest = cube.filter((c) => !about.includes(c));
  const definition = about.find((c) => c.kind === 'eq' && isUnit(coefficientOf(c.term, s)));
  if (definition) return { condition: replace(cube, s, definition), exact: true };
  if (about.some((c) => coefficientOf(c.term, s) === null)) return { condition: [rest], exact: false };
  const unequal = about.find((c) => c.kind === 'ne');
  if (unequal) {
    const others = cube.filter((c) => c !== unequal);
    const sides = [sideOf(unequal.term), sideOf(scale(unequal.term, -1n))].map((c) => eliminate([...others, c], s));
    return { condition: sides.flatMap((p) => p.condition), exact: sides.every((p) => p.exact) };
  }
  return cross(rest, bounded(about, s), s);
}

/** term < 0 */
const sideOf = (term: Term): Constraint => atMost(plus(term, 1), ZERO);
const isUnit = (n: bigint | null): boolean => n === 1n || n === -1n;

function replace(cube: Cube, s: Unknown, definition: Constraint): Condition {
  const times = coefficientOf(definition.term, s)!;
  const value = subtract(symbol(s), scale(definition.term, times)); // times is 1 or -1
  const bounds = boundsOf(s).map((c) => substituteIn(c, new Map([[s.id, value]])));
  const by = new Map([[s.id, value]]);
  return and(TRUE, [[...cube.filter((c) => c !== definition).map((c) => substituteIn(c, by)), ...bounds]]);
}

function boundsOf(s: Unknown): Constraint[] {
  return [
    ...(s.low === null ? [] : [atMost(constant(s.low), symbol(s))]),
    ...(s.high === null ? [] : [atMost(symbol(s), constant(s.high))]),
  ];
}

/** Every equation as two inequalities, and the bounds of the symbol itself. */
function bounded(about: readonly Constraint[], s: Unknown): Constraint[] {
  const split = about.flatMap((c) => (c.kind === 'eq' ? [atMost(c.term, ZERO), atMost(ZERO, c.term)] : [c]));
  return [...split, ...boundsOf(s)];
}

function cross(rest: Cube, about: readonly Constraint[], s: Unknown): Projection {
  const uppers = about.filter((c) => coefficientOf(c.term, s)! > 0n);
  const lowers = about.filter((c) => coefficientOf(c.term, s)! < 0n);
  let exact = true;
  const pairs = uppers.flatMap((u) =>
    lowers.map((l) => {
      const [a, b] = [coefficientOf(u.term, s)!, -coefficientOf(l.term, s)!];
      if (a !== 1n && b !== 1n) exact = false;
      return atMost(add(scale(u.term, b), scale(l.term, a)), ZERO);
    }),
  );
  return { condition: and([rest], just(...pairs)), exact };
}

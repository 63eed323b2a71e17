// Belief: the null of a lookup is an error where it is dereferenced, if the other callers test the result.
// Asked by ownership/judge.ts about results that ownership/lookups.ts finds untested.

import type { Statement } from '../ownership/evidence.js';
import { lookupOf, type Question } from '../ownership/lookups.js';
import type { Belief } from './belief.js';

export const deviantLookup: Belief = {
  name: 'deviant-lookup',
  why: 'Callers that test the result of find(key) show that there may be no such element; one that does not has forgotten it.',
  stage: 'program',
  effect: 'finds',
};

/** How often the result of a lookup, or a link, is tested, and how often it is dereferenced untested, in the whole program. */
export interface Uses {
  readonly tested: number;
  readonly untested: number;
}

export function usesOf(statements: readonly Statement[]): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>();
  const count = (calls: Iterable<string>, kind: keyof Uses): void => {
    for (const call of new Set(calls)) {
      const known = uses.get(lookupOf(call)) ?? { tested: 0, untested: 0 };
      uses.set(lookupOf(call), { ...known, [kind]: known[kind] + 1 });
    }
  };
  for (const { claims, evidence } of statements) {
    count(evidence.tested, 'tested');
    count(
      claims.flatMap(({ kind, slot }) => (kind === 'untested' || kind === 'endless' ? [slot] : [])),
      'untested',
    );
  }
  return uses;
}

/** Required number of tested results for each that is not. */
const MAJORITY = 9;

/** Several callers that do not test know that the element is there. */
const MOST_EXCEPTIONS = 2;

/** One or two callers that test whether there is any element say little about the others. */
const FEW = 2;

/** Is a caller that does not test the exception? The only one is, too, unless it asks for a fixed key. */
export function isException({ tested, untested }: Uses, { isFixed, isKeyless, isAnswered }: Question): boolean {
  if (isAnswered || untested > MOST_EXCEPTIONS) return false;
  return tested > MAJORITY * untested || (untested === 1 && tested > (isKeyless ? FEW : 0) && !isFixed);
}

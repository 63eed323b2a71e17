// Latent findings: which are manifest, because some caller establishes what they need. The least solution of all calls:
//   established(k) ⟸ a call establishes k whatever happens, or it does if k′ and established(k′).  Called by result.ts.

import type { Finding } from '../../engine.js';
import type { Believer } from '../beliefs/belief.js';
import { ALWAYS, functionOf, preconditionKey } from '../domain/preconditions.js';
import type { Statement } from './evidence.js';

/** The findings with a precondition; those that no caller makes happen are marked, with what they need. */
export function judgeLatent(statements: readonly Statement[], { believes }: Believer): Finding[] {
  if (statements.every(({ claims }) => claims.every(({ kind }) => kind !== 'precondition'))) return [];
  const surely = establishedBy(statements, 'every call');
  const asSeen = establishedBy(statements, 'calls as seen');
  return statements.flatMap(({ claims }) =>
    claims.flatMap(({ kind, finding, slot, needs }) => {
      if (kind !== 'precondition') return [];
      const isBelieved = finding.rule === 'null-dereference' && believes('callers-decide');
      const isManifest = (isBelieved ? asSeen : surely)(slot);
      return [isManifest ? finding : { ...finding, latent: true as const, condition: needs || null }];
    }),
  );
}

/**
 * every call     also calls in loops of which not all rounds were followed, and of strangers: what is left is excluded for sure
 * calls as seen  the calls of the program, in the states in which they were reached
 */
type Considered = 'every call' | 'calls as seen';

function establishedBy(statements: readonly Statement[], considered: Considered): (key: string) => boolean {
  const isOpen = ({ callers }: Statement): boolean =>
    callers === 'unknown' || (callers === 'strangers' && considered === 'every call');
  const open = new Set(statements.filter(isOpen).map(({ name }) => name));
  const known = new Set<string>();
  /** The preconditions that follow from one of a caller. */
  const following = new Map<string, string[]>();
  for (const { evidence } of statements) {
    if (considered === 'every call') for (const key of evidence.conceivable) known.add(key);
    for (const [key, conditions] of evidence.established)
      for (const condition of conditions)
        if (condition === ALWAYS || open.has(functionOf(condition))) known.add(key);
        else following.set(condition, [...(following.get(condition) ?? []), key]);
  }
  const holds = (key: string): boolean =>
    known.has(key) || open.has(functionOf(key)) || known.has(preconditionKey(functionOf(key), 'any'));
  const work = [...following.keys()].filter(holds);
  for (let key = work.pop(); key !== undefined; key = work.pop())
    for (const next of following.get(key) ?? []) {
      if (known.has(next)) continue;
      known.add(next);
      work.push(next);
    }
  return holds;
}

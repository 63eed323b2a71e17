// A structure in words: the shapes that variables point to, and what is unreachable.
// Derived from the instrumentation predicates; part of the notes of drawings.

import type { Structure } from '../../logic/tvl/structure.js';
import type { PointerVariable, Predicates } from './paper/predicates.js';
import { reachedBy, reachOf } from './reachable.js';

export function describeStructure(p: Predicates, s: Structure): string[] {
  const owners = [...p.locals.values()].flat();
  const lines = [...owners, ...p.globals, p.result].flatMap((x) => describeVariable(p, s, x));
  const loose = looseCells(p, s, [...owners, ...p.globals, p.result]);
  return [...lines, loose === 0 ? 'nothing is leaked' : 'some cells may be unreachable'];
}

function describeVariable(p: Predicates, s: Structure, x: PointerVariable): string[] {
  if (s.may(x.at) === 0) return [];
  const reached = reachOf(p, x, s);
  const name = x.variable ? `${x.variable.name} points to` : 'returns';
  if ((s.must(p.freed) & s.must(x.at)) !== 0) return [`${name} a freed cell`];
  const one = (reached & (reached - 1)) === 0 && (s.summary & reached) === 0;
  const thing = p.fields.length <= 1 ? (one ? 'a list of one cell' : 'a list') : one ? 'a single cell' : 'a structure';
  const surely = p.directions.some((d) => (s.must(d.cyclic) & reached) !== 0);
  const perhaps = p.directions.some((d) => (s.may(d.cyclic) & reached) !== 0);
  const cycle = surely ? 'cyclic' : perhaps ? 'perhaps cyclic' : 'acyclic';
  const shared = p.directions.every((d) => (s.may(d.shared) & reached) === 0) ? ', no cell shared' : '';
  return [`${name} ${thing}: ${cycle}${shared}`];
}

/** Live cells that no variable certainly reaches. */
function looseCells(p: Predicates, s: Structure, variables: readonly PointerVariable[]): number {
  return s.must(p.heap) & ~s.must(p.freed) & ~s.must(p.boxed) & ~reachedBy(p, variables, s).must;
}

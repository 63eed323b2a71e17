// From places to memory: which concrete nodes a place may lie in, with every dereference checked on the way.
// Called for every read and write; obligations are recorded here.

import type { Place } from '../../ir/instr.js';
import { FALSE } from '../../logic/bdd/bdd.js';
import type { Certainty, Property, Rule } from '../engine.js';
import { complain, type Frame, giveUp, type Located, nodeOfVariable, visit } from './analysis.js';
import { rootNode } from './assign.js';
import { type Access, dereference, type Failure, type FailureKind } from './deref.js';
import { evaluate, flatten } from './evaluate.js';
import { OPAQUE } from './kernel.js';
import { nodeOf, type State, withB, withNode } from './state.js';
import { ANYWHERE, UNKNOWN_VALUE } from './value.js';

/**
 * The nodes and offsets that the place may stand for; states in which it cannot be reached are gone. Behind a pointer
 * that nothing is known about anything may be read (the node is OPAQUE), but where a write goes nobody knows.
 */
export function resolve(f: Frame, s: State, place: Place, purpose: 'read' | 'write'): Access[] {
  const { base, offset } = flatten(place);
  if (base.kind === 'var') {
    const node = nodeOfVariable(f, base.variable);
    const known = s.nodes.has(node) ? s : withNode(s, rootNode(node, base.type.size, 'uninitialized'));
    return inBounds(f, place, spread(known, node, offset, place.type.size), 'definite');
  }
  const value = evaluate(f, s, base.pointer);
  const pointer = value === 'unknown' ? UNKNOWN_VALUE : value;
  visit(f, 'valid-deref', place);
  const { accesses, failures } = dereference(f.run.k, s, pointer, `taken at ${place.at}`);
  for (const failure of failures) reportFailure(f, place, s, failure, 'valid-deref');
  const known = accesses.flatMap((a) => {
    const at = offset === null || a.offset === ANYWHERE ? null : a.offset + offset;
    const certainty = accesses.length + failures.length === 1 ? 'definite' : 'possible';
    return inBounds(f, place, spread(a.state, a.node, at, place.type.size), certainty);
  });
  return [...known, ...opaqueAccesses(f, s, failures, place, purpose)];
}

/** What is read from unknown memory is unknown; unknown memory that is written may be any. */
export function opaqueAccesses(
  f: Frame,
  s: State,
  failures: readonly Failure[],
  at: Located,
  purpose: 'read' | 'write',
): Access[] {
  const opaque = failures.filter((failure) => failure.kind === 'opaque');
  if (opaque.length > 0 && purpose === 'write') {
    giveUp(f, at, 'a write through a pointer that nothing is known about');
    return [];
  }
  return opaque.map(({ where }) => ({ state: withB(s, where), node: OPAQUE, offset: 0 }));
}

/** An element that is not known may be any: one access for each, up to a number. */
function spread(state: State, node: number, offset: number | null, size: number): Access[] {
  if (offset !== null) return [{ state, node, offset }];
  return [{ state, node, offset: ANYWHERE }, ...elements(state, node, size).map((at) => ({ state, node, offset: at }))];
}

function elements(state: State, node: number, size: number): number[] {
  const total = nodeOf(state, node).size;
  if (total === null || size <= 0 || total / size > 32) return [];
  return Array.from({ length: Math.floor(total / size) }, (_, i) => i * size);
}

/** Accesses that lie inside their block; the others are reported, unknown ones as such. */
function inBounds(f: Frame, place: Place, accesses: readonly Access[], certainty: Certainty): Access[] {
  return accesses.filter(({ state, node, offset }) => {
    const { size, allocated } = nodeOf(state, node);
    const known = offset !== ANYWHERE && size !== null;
    if (known && offset >= 0 && offset + place.type.size <= size) return true;
    const message = known
      ? 'the access lies outside its block'
      : 'cannot tell whether the access lies inside its block';
    const rule: Rule | null = known ? 'out-of-bounds' : null;
    const failing = state.b;
    complain(f, place, state, {
      property: 'valid-deref',
      rule,
      failing,
      message,
      allocation: allocated,
      certainty,
    });
    return !known && (offset !== ANYWHERE || elements(state, node, place.type.size).length === 0);
  });
}

const RULES: Readonly<Record<FailureKind, Rule | null>> = {
  null: 'null-dereference',
  uninitialized: 'uninitialized-pointer',
  freed: 'use-after-free',
  ended: 'use-after-free',
  opaque: null,
};

const MESSAGES: Readonly<Record<FailureKind, string>> = {
  null: 'the pointer can be null here',
  uninitialized: 'the pointer may never have been set',
  freed: 'the memory behind the pointer may have been freed',
  ended: 'the pointer leads to a variable whose scope has ended',
  opaque: 'nothing is known about this pointer',
};

export function reportFailure(f: Frame, where: Located, s: State, failure: Failure, property: Property): void {
  if (failure.where === FALSE) return;
  const freeing = property === 'valid-free';
  const rule = freeing && failure.kind === 'freed' ? 'double-free' : RULES[failure.kind];
  const message = rule === 'double-free' ? 'the memory may have been freed already' : MESSAGES[failure.kind];
  const allocation = failure.target === null ? null : f.run.k.allocationOfFreed(failure.target);
  complain(f, where, s, { property, rule, failing: failure.where, message, allocation });
}

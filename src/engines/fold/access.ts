// From places to memory: which concrete nodes a place may lie in, with every dereference checked on the way.
// Called for every read and write; obligations are recorded here.

import type { Span } from '../../base/source.js';
import { bytesOf } from '../../ir/bytes.js';
import type { Place } from '../../ir/instr.js';
import { READ_ONLY } from '../../ir/read-only.js';
import { FALSE, type Ref } from '../../logic/bdd/bdd.js';
import { holdsPointer } from '../../types/questions.js';
import type { Certainty, Property, Rule } from '../engine.js';
import { complain, type Frame, giveUp, nodeOfVariable, visit } from './analysis.js';
import { evaluate, flatten } from './evaluate.js';
import { type NodeId, OPAQUE } from './kernel.js';
import { type Offsets, offsetsIn, spanFrom, spanOf } from './offsets.js';
import { rootNode } from './paper/assign.js';
import { type Access, dereference, type Failure, type FailureKind } from './paper/deref.js';
import { nodeOf, type State, withB, withNode } from './paper/state.js';
import { ANYWHERE, UNKNOWN_VALUE } from './value.js';

/**
 * The nodes and offsets that the place may stand for; states in which it cannot be reached are gone. Behind a pointer
 * that nothing is known about anything may be read (the node is OPAQUE), but where a write goes nobody knows.
 */
export function resolve(f: Frame, s: State, place: Place, purpose: 'read' | 'write'): readonly Access[] {
  const { base } = flatten(place);
  const span = spanOf(f, s, place);
  if (base.kind === 'var') {
    const node = nodeOfVariable(f, base.variable);
    const known = s.nodes.has(node) ? s : withNode(s, rootNode(node, base.type.size, 'uninitialized'));
    const direct = inBounds(f, place, known, node, span, 'definite');
    return purpose === 'write' ? writable(f, direct, place) : direct;
  }
  const value = evaluate(f, s, base.pointer);
  const pointer = value === 'unknown' ? UNKNOWN_VALUE : value;
  visit(f, 'valid-deref', place);
  const { accesses, failures } = dereference(f.run.k, s, pointer, `taken at ${place.at}`);
  for (const failure of failures) reportFailure(f, place, s, failure, 'valid-deref');
  const certainty = accesses.length + failures.length === 1 ? 'definite' : 'possible';
  const known = accesses.flatMap((a) =>
    inBounds(f, place, a.state, a.node, spanFrom(f, s, span, base.pointer, a.offset), certainty),
  );
  return [
    ...(purpose === 'write' ? writable(f, known, place) : known),
    ...opaqueAccesses(f, s, failures, place, purpose),
  ];
}

/** The same accesses; it is said if one of them writes what may not be written. */
export function writable(f: Frame, accesses: readonly Access[], at: Span): readonly Access[] {
  for (const { node, state } of accesses) {
    if (!f.run.readOnly.has(node)) continue;
    complain(f, at, state, { property: 'valid-deref', rule: null, failing: state.b, message: READ_ONLY });
  }
  return accesses;
}

/** What is read from unknown memory is unknown; unknown memory that is written may be any. */
export function opaqueAccesses(
  f: Frame,
  s: State,
  failures: readonly Failure[],
  at: Span,
  purpose: 'read' | 'write',
): Access[] {
  const opaque = failures.filter((failure) => failure.kind === 'opaque');
  if (opaque.length > 0 && purpose === 'write') {
    giveUp(f, at, 'a write through a pointer that nothing is known about');
    return [];
  }
  return opaque.map(({ where }) => ({ state: withB(s, where), node: OPAQUE, offset: 0 }));
}

/** More elements than this are not told apart. */
const MOST_ELEMENTS = 32;

/** Accesses that lie inside their block, one for each offset; those that cannot are reported, unknown ones as such. */
function inBounds(f: Frame, at: Place, state: State, node: NodeId, span: Offsets, certainty: Certainty): Access[] {
  const { size: total, allocated } = nodeOf(state, node);
  const { low, high } = span.range;
  const size = bytesOf(at);
  const outside = total !== null && (low + size > total || high < 0);
  const inside = total !== null && low >= 0 && high + size <= total;
  if (!inside) {
    const beyond = total !== null && ((low < 0 && low > -Infinity) || (high + size > total && high < Infinity));
    const rule: Rule | null = outside || beyond ? 'out-of-bounds' : null;
    const message = outside
      ? 'the access lies outside its block'
      : beyond
        ? `the access may lie outside its block of ${total} bytes`
        : 'cannot tell whether the access lies inside its block';
    complain(f, at, state, {
      property: 'valid-deref',
      rule,
      failing: state.b,
      message,
      allocation: allocated,
      certainty: outside ? certainty : 'possible',
    });
  }
  return outside ? [] : spread(state, node, span, at);
}

/** One access for each offset; numbers in a block without pointers need not be told apart. */
function spread(state: State, node: NodeId, span: Offsets, { type }: Place): Access[] {
  const { size: total, cells } = nodeOf(state, node);
  if (span.stride === 0) return [{ state, node, offset: span.range.low }];
  const offsets =
    total === null || (cells.size === 0 && !holdsPointer(type)) || type.size <= 0
      ? null
      : offsetsIn(span, type.size, total, MOST_ELEMENTS);
  if (!offsets) return [{ state, node, offset: ANYWHERE, within: span.range }];
  return offsets.map((offset) => ({ state, node, offset }));
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

export function reportFailure(f: Frame, where: Span, s: State, failure: Failure, property: Property): void {
  if (failure.where === FALSE) return;
  const freeing = property === 'valid-free';
  const rule = freeing && failure.kind === 'freed' ? 'double-free' : RULES[failure.kind];
  const message = rule === 'double-free' ? 'the memory may have been freed already' : MESSAGES[failure.kind];
  const allocation = failure.target === null ? null : f.run.k.allocationOfFreed(failure.target);
  if (failure.kind !== 'null' || f.run.failures === 'assumed-away')
    return complain(f, where, s, { property, rule, failing: failure.where, message, allocation });
  const { k } = f.run;
  const untested = k.is(k.untested);
  complain(f, where, s, { property, rule, failing: k.bdd.minus(failure.where, untested), message });
  if (f.run.failures === 'reported') reportUntested(f, where, s, k.bdd.and(failure.where, untested), property);
}

/** Whether to hear of results that are used untested is the user's choice. */
function reportUntested(f: Frame, where: Span, s: State, failing: Ref, property: Property): void {
  const message = 'the allocation may have failed, and its result was not tested';
  complain(f, where, s, { property, rule: 'unchecked-allocation', failing, message });
}

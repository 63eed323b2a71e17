// Resolves places: the concrete nodes and offsets that a place may denote. Checks every dereference on the way.
// Called for every read and write; records the obligations.

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
 * The nodes and offsets that the place may denote, each with the state in which it does. Failing states are reported and
 * dropped. A read through an unknown pointer yields the node OPAQUE; a write through one gives up.
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

/** The same accesses; reports those that write to read-only memory. */
export function writable(f: Frame, accesses: readonly Access[], at: Span): readonly Access[] {
  for (const { node, state } of accesses) {
    if (!f.run.readOnly.has(node)) continue;
    complain(f, at, state, { property: 'valid-deref', rule: null, failing: state.b, message: READ_ONLY });
  }
  return accesses;
}

/** A read of unknown memory yields an unknown value. A write may change any memory, so the analysis gives up. */
export function opaqueAccesses(
  f: Frame,
  s: State,
  failures: readonly Failure[],
  at: Span,
  purpose: 'read' | 'write',
): Access[] {
  const opaque = failures.filter((failure) => failure.kind === 'opaque');
  if (opaque.length > 0 && purpose === 'write') {
    giveUp(f, at, 'a write through an unknown pointer');
    return [];
  }
  return opaque.map(({ where }) => ({ state: withB(s, where), node: OPAQUE, offset: 0 }));
}

/** Arrays with more elements are not tracked element by element. */
const MOST_ELEMENTS = 32;

/** The accesses that are in bounds, one per offset. Reports those that are out of bounds, or not known to be in bounds. */
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
      ? 'the access is out of bounds'
      : beyond
        ? `the access may be out of bounds of its ${total} bytes`
        : 'the access is not known to be in bounds';
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

/** One access per offset; a single one if the node has no cells and the type no pointers. */
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
  null: 'the pointer may be null here',
  uninitialized: 'the pointer may be uninitialized',
  freed: 'the memory that the pointer points to may have been freed',
  ended: 'the pointer points to a variable whose scope has ended',
  opaque: 'the pointer is unknown',
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

/** Uses of untested results are reported only on request. */
function reportUntested(f: Frame, where: Span, s: State, failing: Ref, property: Property): void {
  const message = 'the allocation may have failed, and its result was not tested';
  complain(f, where, s, { property, rule: 'unchecked-allocation', failing, message });
}

// Functions built into the engine: allocation, free, program exit, and inputs.
// All other functions of the C library have models in C.

import type { CallInstr } from '../../ir/instr.js';
import { type Intrinsic, isIntrinsic } from '../../ir/intrinsics.js';
import { FALSE } from '../../logic/bdd/bdd.js';
import { isInput } from '../../models/origin.js';
import type { Range } from '../../numeric/range.js';
import { reportFailure } from './access.js';
import { complain, type Frame, giveUp, leakAt, siteOf, visit } from './analysis.js';
import {
  clearBytes,
  copyBytes,
  escapeBytes,
  moveContents,
  readBytes,
  readString,
  shuffleBytes,
  writeBytes,
} from './bytes.js';
import { evaluate } from './evaluate.js';
import { withUntested } from './failing.js';
import { kindOfAllocation } from './kinds.js';
import { constantIn, numberOf } from './numbers.js';
import { allocate } from './paper/assign.js';
import { dereference, freshNode } from './paper/deref.js';
import { release } from './paper/heap-access.js';
import { given, join } from './paper/lattice.js';
import { bottom, existsFlag, heapNodes, isBottom, type Node, nodeOf, type State } from './paper/state.js';
import { assignPlace } from './transfer.js';
import { ANYWHERE, freshAllocation, NULL_VALUE, UNKNOWN_VALUE } from './value.js';

type Handler = (f: Frame, s: State, i: CallInstr) => State;

/** The state after the call; null if the function is not one of these. */
export function knownCall(f: Frame, s: State, i: CallInstr, name: string): State | null {
  if (isInput(name)) return input(f, s, i);
  const handler = isIntrinsic(name) ? WORDS[name] : hasShortcut(f, name) ? OTHERS[name] : null;
  return handler ? handler(f, s, i) : null;
}

const WORDS: Readonly<Record<Intrinsic, Handler>> = {
  __caulk_alloc: (f, s, i) => allocation(f, s, i, constantIn(f, s, i.args[0]), 'uninitialized'),
  __caulk_free: freeing,
  __caulk_escape: escapeBytes,
  __caulk_nondet: input,
  __caulk_nondet_long: input,
  __caulk_nondet_double: input,
  __caulk_nondet_pointer: input,
  __caulk_never_returns: ending,
  __caulk_unfollowed: unfollowed,
  __caulk_later: (_, s) => s,
  __caulk_read: readBytes,
  __caulk_string: readString,
  __caulk_ends: (_, s) => s,
  __caulk_write: writeBytes,
  __caulk_clear: clearBytes,
  __caulk_copy: copyBytes,
  __caulk_move: moveContents,
  __caulk_shuffle: shuffleBytes,
};

/** Library functions that need no model. */
const OTHERS: Readonly<Record<string, Handler>> = {
  malloc: WORDS.__caulk_alloc,
  __builtin_malloc: WORDS.__caulk_alloc,
  calloc: clearedAllocation,
  free: freeing,
  __builtin_free: freeing,
  exit: ending,
  _exit: ending,
  _Exit: ending,
  abort: ending,
  __assert_fail: ending,
  reach_error: ending,
  __VERIFIER_error: ending,
};

/** x = calloc(m, n): null if the product wraps, which it may if it is not known to be small. */
function clearedAllocation(f: Frame, s: State, i: CallInstr): State {
  const [count, size] = i.args.map((e) => numberOf(f, s, e).range) as [Range, Range];
  const isSmall = count.low >= 0 && size.low >= 0 && count.high * size.high < SMALLEST_WRAP;
  const exact = isSmall && count.low === count.high && size.low === size.high;
  const success = allocation(f, s, i, exact ? count.low * size.low : null, 'null');
  if (isSmall || !i.result) return success;
  const refused = assignPlace(f, s, i.result, i, () => NULL_VALUE);
  return join(f.run.k, success, refused);
}

/** No smaller product wraps on a machine of 32 bits. */
const SMALLEST_WRAP = 2 ** 32;

/** Allocations change errno: in a program that uses it, their models say so. */
const hasShortcut = ({ run }: Frame, name: string): boolean =>
  Object.hasOwn(OTHERS, name) && !(name.endsWith('alloc') && run.program.functionNamed('__errno_location')?.body);

/** x = malloc(n): a fresh node, and an untested null if failing allocations are followed. */
function allocation(f: Frame, s: State, i: CallInstr, size: number | null, blank: Node['blank']): State {
  const { k } = f.run;
  const kind = kindOfAllocation(i, size);
  const id = freshNode(k, s, `allocation in ${f.body.symbol.name} ${i.at} ${kind} ${blank}`);
  k.setKind(id, kind);
  const made = allocate(k, s, { id, size, blank, allocated: siteOf(f, i) });
  if (!i.result) {
    leakAt(f, i)(id, made.b, made);
    return s;
  }
  const success = assignPlace(f, made, i.result, i, () => freshAllocation(id));
  if (f.run.failures === 'assumed-away') return success;
  const failed = withUntested(f, s);
  return join(
    k,
    success,
    assignPlace(f, failed, i.result, i, () => NULL_VALUE),
  );
}

/** free(x): null is ignored; anything but the beginning of live heap memory is an error. */
function freeing(f: Frame, s: State, i: CallInstr): State {
  const { k } = f.run;
  const argument = i.args[0];
  const value = argument ? evaluate(f, s, argument) : 'unknown';
  const pointer = value === 'unknown' ? UNKNOWN_VALUE : value;
  visit(f, 'valid-free', i);
  const { accesses, failures } = dereference(k, s, pointer, `taken at ${i.at}`);
  let after = bottom;
  for (const failure of failures) {
    if (failure.kind === 'null' && failure.target === null) after = given(k, s, failure.where);
    else reportFailure(f, i, s, failure, 'valid-free');
    if (failure.kind === 'uninitialized')
      complain(f, i, s, {
        property: 'valid-deref',
        rule: null,
        failing: failure.where,
        message: 'the freed pointer may be uninitialized',
      });
    if (failure.kind === 'opaque') giveUp(f, i, 'a free of an unknown pointer');
  }
  for (const { state, node, offset } of accesses) {
    const { region, allocated } = nodeOf(state, node);
    const unknown = offset === ANYWHERE;
    if (region === 'heap' && offset === 0) after = join(k, after, release(k, state, node, leakAt(f, i)));
    else {
      if (unknown) giveUp(f, i, 'a free of a pointer with an unknown offset');
      const message = unknown
        ? 'the pointer is not known to point to the beginning of allocated memory'
        : 'the pointer does not point to the beginning of allocated memory';
      const rule = unknown ? null : 'invalid-free';
      const certainty = accesses.length + failures.length === 1 ? 'definite' : 'possible';
      const failing = state.b;
      complain(f, i, state, { property: 'valid-free', rule, failing, message, allocation: allocated, certainty });
    }
  }
  return after;
}

/** exit() and abort(): memory that is still allocated is a leak only if clean-up is required. */
function ending(f: Frame, s: State, i: CallInstr): State {
  checkCleanup(f, s, i);
  return bottom;
}

export function checkCleanup(f: Frame, s: State, at: { at: number; end: number }): void {
  visit(f, 'valid-memcleanup', at);
  if (isBottom(s)) return;
  for (const n of heapNodes(s)) {
    const failing = f.run.k.bdd.and(s.b, f.run.k.is(existsFlag(f.run.k, n.id)));
    if (failing === FALSE) continue;
    const rule = f.run.options.leakAtExit ? 'leak' : null;
    const message = 'memory is still allocated when the program ends';
    const allocation = n.allocated;
    complain(f, at, s, { property: 'valid-memcleanup', rule, failing, message, allocation, atExit: true });
  }
}

/** Code of the program runs now or later and is not analysed: nothing is proved from here on. */
function unfollowed(f: Frame, s: State, i: CallInstr): State {
  giveUp(f, i, 'a callback is not analysed');
  return s;
}

function input(f: Frame, s: State, i: CallInstr): State {
  return i.result ? assignPlace(f, s, i.result, i, () => 'unknown') : s;
}

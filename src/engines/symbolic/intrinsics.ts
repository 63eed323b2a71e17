// The intrinsics of models as heap functions: `new`, `free`, and reads and writes of bytes.
// Called by calls.ts by name; all other library functions are C in src/models.

import type { CallInstr, Expr } from '../../ir/instr.js';
import type { Intrinsic } from '../../ir/intrinsics.js';
import { atMost, different, equal, just } from '../../logic/linear/constraint.js';
import { constant, numberIn, plus, symbol, type Term, ZERO } from '../../logic/linear/term.js';
import { because } from '../reason.js';
import { MOVED_FROM_NOWHERE } from '../shared/ledger.js';
import { checked, doubt, doubtAll, type Here, siteOf } from './analysis.js';
import { callUnknown } from './calls.js';
import { evaluate, uninitialized } from './evaluate.js';
import { failsOfItself, failureOf, readInput } from './inputs.js';
import { checkLost, overwrite, takenFromBase } from './leaks.js';
import { type Address, access, alive, checkWritable, fill, lifeOf, put, report } from './memory.js';
import { assume, type Context, fork, implies } from './paper/context.js';
import { type Entry, entriesOf, extend } from './paper/heap.js';
import { isAlive, overIndices } from './paper/pointer-graph.js';
import { type Base, FAILED, pointer, record, type Value } from './paper/value.js';
import { havoc, keyOfAlloca, setSlot, store, writeAnywhere } from './transfer.js';

type Handler = (here: Here, context: Context, instr: CallInstr) => Context[];

const WORDS: Readonly<Record<Intrinsic, Handler>> = {
  __caulk_alloc: allocate,
  __caulk_free: free,
  __caulk_escape: (here, c, instr) => callUnknown(here, c, instr, 'memory escapes to an unknown call'),
  __caulk_nondet: (here, c, instr) => readInput(here, c, instr, '__caulk_nondet'),
  __caulk_nondet_long: (here, c, instr) => readInput(here, c, instr, '__caulk_nondet_long'),
  __caulk_nondet_double: (here, c, instr) => readInput(here, c, instr, '__caulk_nondet_double'),
  __caulk_nondet_pointer: (here, c, instr) => readInput(here, c, instr, '__caulk_nondet_pointer'),
  __caulk_never_returns: neverReturns,
  __caulk_read: (here, c, instr) => range(here, c, instr.args[0]!, instr.args[1]!).map((r) => r.context),
  __caulk_string: readString,
  __caulk_ends: (_, c) => [c],
  __caulk_unfollowed: unfollowed,
  __caulk_later: (_, c) => [c],
  __caulk_write: (here, c, instr) => write(here, c, instr.args, 'unknown'),
  __caulk_clear: (here, c, instr) => write(here, c, instr.args, 'zero'),
  __caulk_copy: copyBytes,
  __caulk_move: moveContents,
  __caulk_shuffle: (here, c, instr) => callUnknown(here, c, instr, 'the elements of an array are permuted'),
};

/** Further functions that are built into the engine. */
const OTHERS: Readonly<Record<string, Handler>> = {
  __builtin_alloca: allocateOnStack,
  alloca: allocateOnStack,
};

export const intrinsics: ReadonlyMap<string, Handler> = new Map([...Object.entries(WORDS), ...Object.entries(OTHERS)]);

// ---- new -------------------------------------------------------------------------------------------------------

/** (D3), (D5): c := c + 1, h ⊕ new(c, t); or null, if allocations may fail. */
function allocate(here: Here, context: Context, instr: CallInstr): Context[] {
  return evaluate(here, context, instr.args[0]!).flatMap(({ context: c, value }) => {
    const size = value.kind === 'number' ? value.term : null;
    const asked = { ...c, requests: plus(c.requests, 1) };
    if (!mayFail(here, asked)) return succeed(here, asked, instr, size);
    const fails = equal(symbol(failureOf(here, asked)), constant(1));
    const { yes: some, no } = fork(here.run.decider, asked, fails);
    const yes = some && { ...some, failures: some.failures + 1 };
    const failed = yes && instr.result ? store(here, yes, instr.result, FAILED) : yes ? [yes] : [];
    return [...(no ? succeed(here, no, instr, size) : []), ...failed];
  });
}

/** To explore error paths, one failure per path is enough. */
function mayFail(here: Here, { failures }: Context): boolean {
  const { run } = here;
  if (run.failures !== 'followed') return run.failures === 'reported';
  if (failures > 0) run.ledger.assume(because('environment', 'at most one allocation fails'));
  return failures === 0 && !failsOfItself(here);
}

function succeed(here: Here, context: Context, instr: CallInstr, size: Term | null): Context[] {
  const counter = plus(context.counter, 1);
  const base = record(counter);
  const entry: Entry = { kind: 'new', base, size, contents: 'uninitialized', site: siteOf(here) };
  const made = { ...context, counter, heap: extend(context.heap, entry) };
  if (instr.result) return store(here, made, instr.result, pointer(base));
  checkLost(
    here,
    made,
    [{ target: counter, condition: just(), index: null }],
    'the allocated memory is not stored anywhere',
  );
  return [made];
}

/** A negative length gives a size that no object has; C leaves undefined what happens then. */
const NEGATIVE_LENGTH = 'the length of the array may be negative';

/** An object that ends with its variable (a variable length array), or else with the function (`alloca`). */
function allocateOnStack(here: Here, context: Context, instr: CallInstr): Context[] {
  const owned =
    instr.result?.kind === 'var' && instr.result.variable.kind !== 'global' && instr.result.variable.ownsBlock;
  return evaluate(here, context, instr.args[0]!).flatMap(({ context: c, value }) => {
    const id = c.objects + 1;
    const base: Base = { kind: 'object', id };
    const size = value.kind === 'number' ? value.term : null;
    const most = constant(2n ** BigInt(here.run.pointerSize * 8 - 1) - 1n);
    if (!size || !implies(here.run.decider, c, atMost(size, most))) doubt(here, 'valid-deref', NEGATIVE_LENGTH);
    const entry: Entry = { kind: 'new', base, size, contents: 'uninitialized', site: siteOf(here) };
    const made = { ...c, objects: id, heap: extend(c.heap, entry) };
    const known = owned ? made : setSlot(made, keyOfAlloca(here.frame, id), { kind: 'object', id, size: 0 });
    return instr.result ? store(here, known, instr.result, pointer(base)) : [known];
  });
}

// ---- free ------------------------------------------------------------------------------------------------------

/** (D6): h ⊕ free(r); records that only r pointed to are lost. */
function free(here: Here, context: Context, instr: CallInstr): Context[] {
  checked(here, 'valid-free');
  return evaluate(here, context, instr.args[0]!).flatMap(({ context: c, value }) => {
    if (value.kind === 'uninitialized') {
      uninitialized(here, c);
      doubt(here, 'valid-free', 'the pointer is uninitialized');
      return [];
    }
    if (value.kind !== 'pointer')
      return value.kind === 'number' && numberIn(value.term) === 0n ? [c] : unknownFree(here, c);
    return freeAt(here, c, value);
  });
}

function unknownFree(here: Here, context: Context): Context[] {
  doubtAll(here, 'a free of an unknown pointer');
  return [havoc(context)];
}

function freeAt(here: Here, context: Context, { base, offset }: Address): Context[] {
  if (base.kind === 'null' && offset.key === '0') return [context];
  if (base.kind === 'wild' || base.kind === 'text') return unknownFree(here, context);
  const invalid = (c: Context, message: string): Context[] => {
    report(here, c, { rule: 'invalid-free', message });
    return [];
  };
  if (base.kind !== 'record' && !isExternal(context, base)) return invalid(context, 'the memory is not on the heap');
  const { yes, no } = fork(here.run.decider, context, equal(offset, ZERO));
  if (no) invalid(no, 'the pointer does not point to the beginning of the allocation');
  return yes ? release(here, yes, base) : [];
}

/** Memory of the caller may be heap memory. */
const isExternal = (context: Context, base: Base): boolean =>
  base.kind === 'object' &&
  entriesOf(context.heap).some(
    (e) => e.kind === 'new' && e.contents === 'external' && e.base.kind === 'object' && e.base.id === base.id,
  );

function release(here: Here, context: Context, base: Base): Context[] {
  return alive(here, context, base).flatMap(({ context: c, living }) => {
    if (!living) {
      report(here, c, { rule: 'double-free', message: 'the memory has been freed before' });
      return [];
    }
    const taken = takenFromBase(here, c, base);
    const after = { ...c, heap: extend(c.heap, { kind: 'free', base, site: siteOf(here) }) };
    checkLost(here, after, taken, 'the freed memory holds the last pointer to other memory');
    return [after];
  });
}

function neverReturns(here: Here, context: Context): Context[] {
  atExit(here, context);
  return [];
}

/** Memory that is still allocated when the program ends: a leak only on request. */
export function atExit(here: Here, context: Context): void {
  checked(here, 'valid-memcleanup');
  const births = entriesOf(context.heap).flatMap((e) => bornIn(e));
  for (const { number: y, site, within } of births) {
    const living = isAlive(context, y);
    const left = overIndicesOf(living, within);
    const there = assume(here.run.decider, context, left.condition);
    if (!there && left.exact) continue;
    doubt(here, 'valid-memcleanup', 'memory is still allocated when the program ends');
    if (there && here.run.options.leakAtExit)
      report(here, there, {
        rule: 'leak',
        message: 'the memory is still allocated when the program ends',
        atExit: true,
        allocation: site,
      });
  }
}

type LoopEntry = Extract<Entry, { kind: 'loop' }>;

function bornIn(
  e: Entry,
  within: LoopEntry | null = null,
): { number: Term; site: ReturnType<typeof siteOf>; within: LoopEntry | null }[] {
  if (e.kind === 'loop') return e.body.flatMap((b) => bornIn(b, e));
  return e.kind === 'new' && e.base.kind === 'record' ? [{ number: e.base.number, site: e.site, within }] : [];
}

const overIndicesOf = (p: ReturnType<typeof isAlive>, loop: LoopEntry | null): ReturnType<typeof isAlive> =>
  loop ? overIndices(p, loop.index, loop.count) : p;

/** Code of the program runs now or later and is not analysed. */
function unfollowed(here: Here, context: Context): Context[] {
  doubtAll(here, 'a callback is not analysed');
  return [context];
}

// ---- reading and writing ranges --------------------------------------------------------------------------------

/** (pointer, bytes): the range must be valid, and becomes zero or unknown. */
function write(here: Here, context: Context, args: readonly Expr[], value: 'zero' | 'unknown'): Context[] {
  return range(here, context, args[0]!, args[1]!).map((r) => writeRange(here, r, (c) => fill(c, r.at, r.size, value)));
}

/** If the range is unknown, any memory may be written. */
function writeRange(here: Here, { context, at, size }: Ranged, change: (c: Context) => Context): Context {
  if (size.key === '0') return context;
  if (at.base.kind === 'wild') return writeAnywhere(here, context);
  checkWritable(here, at.base);
  return overwrite(here, context, at.base, change);
}

/** At least one byte is read. The end of the string is known for literals, and known to exist for strings of the system. */
function readString(here: Here, context: Context, { args }: CallInstr): Context[] {
  return evaluate(here, context, args[0]!).flatMap(({ context: c, value }) => {
    const at = addressOf(value);
    if (!isEnded(here, at)) doubt(here, 'valid-deref', 'the end of the string is unknown');
    return access(here, c, at, constant(1));
  });
}

function isEnded({ run }: Here, { base, offset }: Address): boolean {
  if (base.kind === 'null' || (base.kind === 'text' && offset.key === '0')) return true; // null is reported anyway
  return base.kind === 'object' && base.id < 0 && offset.key === '0' && run.globals.variable(base.id).literal;
}

interface Ranged {
  readonly context: Context;
  readonly at: Address;
  readonly size: Term;
}

const isSurelyAlive = (here: Here, context: Context, { base }: Address): boolean =>
  (base.kind === 'record' || base.kind === 'object') &&
  lifeOf(here, context, base).every(({ living }) => living === true);

/** An empty range needs no valid memory. */
function range(here: Here, context: Context, p: Expr, length: Expr): Ranged[] {
  return evaluate(here, context, p).flatMap((o) =>
    evaluate(here, o.context, length).flatMap(({ context: c, value }): Ranged[] => {
      const size = value.kind === 'number' ? value.term : symbol(here.run.fresh.next('?', 'unknown', 0n, null));
      const at = addressOf(o.value);
      const some = assume(here.run.decider, c, just(different(size, ZERO)));
      const none = assume(here.run.decider, c, just(equal(size, ZERO)));
      return [
        ...(some ? access(here, some, at, size).map((a) => ({ context: a, at, size })) : []),
        ...(none ? [{ context: none, at: { base: { kind: 'wild' } as const, offset: ZERO }, size: ZERO }] : []),
      ];
    }),
  );
}

const addressOf = (v: Value): Address => (v.kind === 'pointer' ? v : { base: { kind: 'wild' }, offset: ZERO });

function copyBytes(here: Here, context: Context, { args }: CallInstr): Context[] {
  const [to, from, length] = args as [Expr, Expr, Expr];
  return range(here, context, to, length).flatMap((goal) =>
    range(here, goal.context, from, length).map((source) =>
      writeRange(here, { ...goal, context: source.context }, (c) =>
        transferCells(here, c, source.at, goal.at, goal.size),
      ),
    ),
  );
}

/** (to, from): copies as much of the source as fits to the beginning of the target, as in realloc. */
function moveContents(here: Here, context: Context, { args }: CallInstr): Context[] {
  return evaluate(here, context, args[0]!).flatMap((to) =>
    evaluate(here, to.context, args[1]!).flatMap((from) => {
      const source = addressOf(from.value);
      if (!isSurelyAlive(here, from.context, source)) doubt(here, 'valid-free', MOVED_FROM_NOWHERE);
      return access(here, from.context, source, constant(1)).map((c) =>
        transferCells(here, c, source, addressOf(to.value), null),
      );
    }),
  );
}

/** Repeats every `put` into the source for the target; gives up if these are unknown. */
function transferCells(here: Here, context: Context, from: Address, to: Address, size: Term | null): Context {
  const entries = entriesOf(context.heap).filter((e) => mentionsBase(e, from.base));
  const limit = size ? numberIn(size) : undefined;
  const [start, shift] = [numberIn(from.offset), numberIn(to.offset)];
  const plain = entries.every(
    (e) => e.kind === 'new' || (e.kind === 'put' && sameKey(e.base, from.base) && numberIn(e.offset) !== null),
  );
  if (!plain || start === null || shift === null || limit === null) {
    if (from.base.kind === 'wild') return fill(context, to, size ?? constant(1), 'unknown');
    doubtAll(here, 'bytes are copied from memory whose cells are not all known');
    return havoc(context);
  }
  const cells = entries.flatMap((e) => (e.kind === 'put' ? [e] : []));
  const wanted = cells.filter((e) => {
    const at = numberIn(e.offset)!;
    return at >= start && (limit === undefined || at + BigInt(e.size) <= start + limit);
  });
  const blank = size ? fill(context, to, size, 'unknown') : context;
  return wanted.reduce(
    (c, e) => put(c, { base: to.base, offset: constant(numberIn(e.offset)! - start + shift) }, e.size, e.value),
    blank,
  );
}

const sameKey = (a: Base, b: Base): boolean =>
  (a.kind === 'record' && b.kind === 'record' && a.number.key === b.number.key) ||
  (a.kind === 'object' && b.kind === 'object' && a.id === b.id);

function mentionsBase(e: Entry, base: Base): boolean {
  if (e.kind === 'loop') return e.body.some((b) => mentionsBase(b, base));
  if (e.kind === 'havoc') return true;
  if (e.kind === 'free') return false;
  if (e.base.kind === 'record' && base.kind === 'record') return !isDistinct(e.base.number, base.number);
  return sameKey(e.base, base);
}

/** Records whose numbers differ by a nonzero constant are distinct. */
const isDistinct = (a: Term, b: Term): boolean => {
  const { term } = equal(a, b);
  return term.parts.length === 0 && term.constant !== 0n;
};

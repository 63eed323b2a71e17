// Calls: intrinsics, functions with a summary, function pointers, and unknown calls.
// Each returns the caller's states after the call; transfer.ts stores the result.

import type { CallInstr, Expr } from '../../../ir/instr.js';
import { type FunctionSymbol, symbolOf } from '../../../ir/program.js';
import { pointerIn } from '../../../ir/targets/holders.js';
import { isInModel, isModel, isOwn } from '../../../models/origin.js';
import { isCopiedAsBytes, isInteger } from '../../../types/questions.js';
import { isBuffer } from '../beliefs/buffer-is-lent.js';
import { isBorrowed } from '../beliefs/const-is-borrowed.js';
import { isFailedAssertion } from '../beliefs/failed-assertion.js';
import { endsProcess } from '../beliefs/fatal-signal.js';
import { withoutFailures } from '../beliefs/ignored-failure.js';
import { withoutFindings } from '../beliefs/ignored-insertion.js';
import type { BeliefName } from '../beliefs/names.js';
import { clearErrors } from '../beliefs/no-error-before.js';
import { isSuccess } from '../beliefs/null-means-failure.js';
import { partOf } from '../beliefs/part-only.js';
import { setWhereAlike } from '../beliefs/set-in-another-outcome.js';
import { isLentStream } from '../beliefs/stream-is-lent.js';
import { assumeComparison } from '../domain/facts.js';
import { MOST_TARGETS } from '../domain/globals.js';
import { lend } from '../domain/lend.js';
import { copyBytes, discoverAll, havoc, markEscaped } from '../domain/memory.js';
import { makeCell, type State } from '../domain/state.js';
import { addressOf, isKnown, isOpaque, isUninitialized, type Value } from '../domain/symbols.js';
import { evaluate, locate } from '../exec/evaluate.js';
import { nameReleasers, releaseArguments, releasersNamedBy } from '../exec/families.js';
import { doubtFreeing, type Possible } from '../exec/freeing.js';
import { intrinsics, unknownValue } from '../exec/intrinsics.js';
import { type Here, reportDereference, siteOf } from '../exec/report.js';
import { type Keeping, mayKeep } from '../keeping/keeping.js';
import { watchFreed } from '../ownership/owners.js';
import { afterMoreRounds } from '../summary/counting.js';
import { isComplete, isLimited, isRecursing, isSure } from '../summary/gaps.js';
import type { Outcome, Summary } from '../summary/summary.js';
import { isConceivable } from './conceivable.js';
import { noteEstablished } from './established.js';
import { applyOutcome, type Fitting, fit, type Returned } from './instantiate.js';
import { sameAnswer } from './pure.js';
import { withReturned } from './returned.js';
import { withoutForesight } from './unforeseen.js';
import { checkPrinted, passUnnamed, TAKES_NEXT } from './unnamed.js';

const NOTHING: ReadonlyMap<number, number> = new Map();

export function call(here: Here, state: State, instr: CallInstr): Returned[] {
  const args: Value[] = [];
  for (const arg of instr.args) {
    const value = argument(here, state, instr, arg);
    if (value === null) return [];
    args.push(value);
  }
  const targets = targetsOf(here, state, instr, args);
  if (instr.callee.type.ends === 'never') return [];
  const returned = targets ? callEach(here, state, instr, args, targets) : callUnknown(here, state, instr, args);
  instr.args.forEach((arg, i) => {
    if (isCopiedAsBytes(arg.type)) for (const { state: after } of returned) dropCopy(after, args[i]!);
  });
  return returned;
}

/** The functions that may be called, and the pointer if it is known to hold one of them, but not which. */
interface Targets {
  readonly functions: readonly FunctionSymbol[];
  readonly pointer: Value | null;
}

/** Behind the call of a candidate the pointer is known to hold it: the next call through it is one of the same function. */
function callEach(
  here: Here,
  state: State,
  instr: CallInstr,
  args: readonly Value[],
  { functions, pointer }: Targets,
): Returned[] {
  return functions.flatMap((f, i) => {
    const returned = callFunction(here, i === functions.length - 1 ? state : state.fork(), instr, args, f);
    if (pointer === null) return returned;
    return returned.filter(({ state: after }) =>
      assumeComparison(after, 'eq', pointer, addressOf(after.symbols.function(f))),
    );
  });
}

/** A record is passed as the address of a copy. */
function argument(here: Here, state: State, instr: CallInstr, arg: Expr): Value | null {
  if (!isCopiedAsBytes(arg.type)) return evaluate(here, state, arg);
  const copy = state.symbols.fresh(instr.at, state.birth(instr.at), 'copy', null);
  state.cells.set(copy.symbol, makeCell(copy.symbol, 'local', 'unknown'));
  const from = arg.kind === 'load' ? locate(here, state, arg.place) : null;
  if (arg.kind === 'load' && !from) return null;
  if (from) {
    discoverAll(state, from, arg.type);
    copyBytes(state, copy, from, arg.type.size);
  }
  return copy;
}

function dropCopy(state: State, copy: Value): void {
  if (!isKnown(copy)) state.cells.delete(copy.symbol);
}

/**
 * null: an unknown call. An empty list: the pointer is null and the path ends. If functions that are not known may be
 * called as well, they may keep the arguments.
 */
function targetsOf(here: Here, state: State, { callee }: CallInstr, args: readonly Value[]): Targets | null {
  if (callee.kind === 'direct') return { functions: [callee.function], pointer: null };
  const pointer = evaluate(here, state, callee.pointer);
  if (pointer === null) return { functions: [], pointer };
  if (!isKnown(pointer)) {
    const info = state.symbols.info(pointer.symbol);
    if (info.kind === 'function') return { functions: [info.target], pointer: null };
  }
  const { functions, isOpen } = here.program.targetsThrough(pointerIn(here.body, callee));
  if (functions.length === 0 || functions.length > MOST_TARGETS) return null;
  if (isOpen) for (const arg of args) markEscaped(state, arg);
  const isOneOfThem = !isOpen && functions.length > 1 && !isKnown(pointer) && !isOpaque(pointer);
  return { functions, pointer: isOneOfThem ? pointer : null };
}

function callFunction(
  here: Here,
  state: State,
  instr: CallInstr,
  args: readonly Value[],
  f: FunctionSymbol,
): Returned[] {
  const intrinsic = intrinsics.get(symbolOf(f));
  if (intrinsic && !isOwn(here.program.definitionOf(f))) {
    const result = intrinsic(here, state, instr, args);
    return result === null ? [] : [{ state, result: result ?? null, losses: [], freed: NOTHING }];
  }
  if (f.attributes.noreturn || (here.believes('fatal-signal') && endsProcess(f, args))) return [];
  const definition = here.program.definitionOf(f);
  if (!definition) return callPrototype(here, state, instr, args, f);
  const summary = here.summaryOf(definition);
  if (summary === 'pending') return [];
  const keeping = summary?.keeping ?? here.keepingOf(definition);
  const returned =
    !summary || (!isComplete(summary) && summary.outcomes.length === 0)
      ? callUnknown(here, state, instr, args, { keeping })
      : callSummarized(here, state, instr, args, f, definition, summary);
  return withReturned(instr, args, definition, returned);
}

function callSummarized(
  here: Here,
  state: State,
  instr: CallInstr,
  args: readonly Value[],
  f: FunctionSymbol,
  definition: FunctionSymbol,
  summary: Summary,
): Returned[] {
  here.notes.called.add(instr.at);
  noteEstablished(here, state, instr, args, definition, summary);
  if (!isModel(definition)) checkPrinted(here, state, instr, args);
  passUnnamed(here, state, instr, args, definition, summary);
  const returned = applySummary(here, state, instr, args, summary);
  if (summary.gaps.includes('loops') && summary.counted.length > 0) here.notes.cutCalls.add(here.block);
  for (const { state: after, result } of returned) nameReleasers(after, result, f);
  if (summary.isUnforeseen) return returned.map((after) => withoutForesight(f, instr, args, after));
  const isPure = f.attributes.pure || definition.attributes.pure;
  return isPure ? returned.map((after) => sameAnswer(f, instr, args, after)) : returned;
}

function applySummary(
  here: Here,
  state: State,
  instr: CallInstr,
  args: readonly Value[],
  summary: Summary,
): Returned[] {
  const isIgnored = (name: BeliefName): boolean => !instr.result && here.believes(name);
  const outcomes = isIgnored('ignored-insertion') ? withoutFindings(summary.outcomes) : summary.outcomes;
  const fits: Fitting[] = [];
  const fitted = new Set<Outcome>();
  const tryOutcomes = (some: readonly Outcome[]): boolean => {
    for (const outcome of some) {
      const one = isConceivable(state, args, outcome) ? fit(here, state.fork(), instr, args, outcome, summary) : null;
      if (one === 'aliased') return false;
      if (one) fits.push(one);
      if (one) fitted.add(outcome);
    }
    return true;
  };
  if (
    !tryOutcomes(outcomes) ||
    !tryOutcomes(here.believes('more-rounds') ? afterMoreRounds(summary, outcomes, fitted) : [])
  )
    return callUnknown(here, state, instr, args, summary);
  const fitting = isIgnored('ignored-failure') ? withoutFailures(fits) : fits;
  const isOnly = fitting.length === 1 && !isByChance(instr, args);
  const certainty = isOnly && isSure(summary) && !isLimited(summary) ? 'certain' : 'possible';
  const possible: Possible[] = [];
  for (const one of fitting) {
    const { outcome } = one;
    const carried = applyOutcome(here, one, instr, summary, certainty);
    const isSuccessful = carried && here.believes('null-means-failure') && isSuccess(outcome, outcomes);
    const returned = isSuccessful ? excludeFailure(carried, instr) : carried;
    if (returned) possible.push({ ...one, returned });
    if (returned) watchFreed(here, instr, outcome, returned);
  }
  if (!isSure(summary)) here.notes.gaps.add('callees');
  if (summary.isUnforeseen && isInModel(here.body.source)) here.notes.isUnforeseen = true;
  const isClear = possible.length > 0 || (isSure(summary) && !(isLimited(summary) && outcomes.length > 0));
  if (!isClear) return callUnknown(here, state, instr, args, summary);
  if (here.believes('set-in-another-outcome')) setWhereAlike(possible);
  if (here.believes('no-error-before')) clearErrors(possible);
  const returned = doubtFreeing(here, possible);
  return isRecursing(summary) ? [...returned, ...callUnknown(here, state, instr, args, summary)] : returned;
}

/**
 * get(row, column): is a number known here that the program does not write out? It was the result of another call, say
 * of a search that found nothing: the caller may know better.
 */
const isByChance = (call: CallInstr, args: readonly Value[]): boolean =>
  call.args.some((arg, i) => isInteger(arg.type) && arg.kind === 'load' && args[i] !== undefined && isKnown(args[i]));

function excludeFailure(returned: Returned, instr: CallInstr): Returned {
  const { state, result } = returned;
  if (result === null || isKnown(result) || state.cells.has(result.symbol)) return returned;
  const named = isOpaque(result) ? unknownValue(state, instr) : result;
  assumeComparison(state, 'ne', named, 0);
  return { ...returned, result: named };
}

/** A function without a body: only its attributes are known. */
function callPrototype(
  here: Here,
  state: State,
  instr: CallInstr,
  args: readonly Value[],
  f: FunctionSymbol,
): Returned[] {
  if (here.believes('failed-assertion') && isFailedAssertion(here, f)) return [];
  if (f.name === TAKES_NEXT) here.notes.gaps.add('unnamed');
  if (f.name.startsWith('__builtin_') || f.attributes.pure)
    return [{ state, result: instr.result ? unknownValue(state, instr) : null, losses: [], freed: NOTHING }];
  checkArguments(here, state, instr, args);
  checkPrinted(here, state, instr, args);
  if (!releaseArguments(here, state, args, f)) return [];
  const returned = callUnknown(here, state, instr, args, { returnsNonnull: f.attributes.returnsNonnull });
  if (!f.attributes.malloc || instr.result?.type.kind !== 'pointer') return returned;
  return returned.map((one) => ({ ...one, result: allocateCell(here, one.state, instr, f) }));
}

/** An argument for a pointer to const will be read: it must not be uninitialised or freed. */
function checkArguments(here: Here, state: State, { args, callee }: CallInstr, values: readonly Value[]): void {
  values.forEach((value, i) => {
    const type = callee.type.params?.[i]?.type;
    if (!isBorrowed(type) || isKnown(value)) return;
    const cell = isUninitialized(value) ? null : (state.cells.get(value.symbol) ?? null);
    if (isUninitialized(value) || cell?.status === 'freed')
      reportDereference(here, state, value, cell, args[i] ?? null);
  });
}

function allocateCell(here: Here, state: State, instr: CallInstr, f: FunctionSymbol): Value {
  const pointer = state.symbols.fresh(instr.at, state.birth(instr.at), 'heap', null);
  const rest = { site: siteOf(here), maybeNull: !f.attributes.returnsNonnull, releasedBy: releasersNamedBy(f) };
  state.cells.set(pointer.symbol, makeCell(pointer.symbol, 'heap', 'unknown', rest));
  return pointer;
}

/** What is known of the callee of an unknown call. */
interface Callee {
  readonly returnsNonnull?: boolean;
  /** What it may keep (keeping/). */
  readonly keeping?: Keeping | null;
}

/**
 * An unknown call: the arguments escape and are havocked. Arguments for pointers to const are only read, by the belief
 * const-is-borrowed. Arguments that the callee does not keep are havocked, but do not escape; nor do streams that the
 * caller closes, and buffers that come with their length.
 */
function callUnknown(
  here: Here,
  state: State,
  instr: CallInstr,
  args: readonly Value[],
  { returnsNonnull, keeping = null }: Callee = {},
): Returned[] {
  const { params } = instr.callee.type;
  const result = instr.result ? 'used' : 'ignored';
  args.forEach((arg, i) => {
    if (here.believes('const-is-borrowed') && isBorrowed(params?.[i]?.type)) return;
    const isLent =
      (here.believes('stream-is-lent') && isLentStream(here.body, instr.args[i])) ||
      (keeping === null && here.believes('buffer-is-lent') && isBuffer(instr.callee.type, i));
    const isNotKept = keeping !== null && i < (params?.length ?? 0) && mayKeep(keeping, i, result) === 'nothing';
    if (isLent || isNotKept) {
      lend(state, arg, instr.at);
      return;
    }
    markEscaped(state, arg);
    havoc(state, arg, instr.at, here.believes('part-only') ? partOf(instr.args[i]) : null);
  });
  if (!instr.result) return [{ state, result: null, losses: [], freed: NOTHING }];
  const returned = unknownValue(state, instr);
  if (returnsNonnull && !assumeComparison(state, 'ne', returned, 0)) return [];
  return [{ state, result: returned, losses: [], freed: NOTHING }];
}

// Calls. A callee with a body is analysed in the context of its caller, once per entry state.
// Other callees are handled by intrinsics.ts, or else as unknown calls with an assumption.

import type { Callee, CallInstr, Expr, Place } from '../../ir/instr.js';
import { type FunctionBody, type FunctionSymbol, type LocalVariable, symbolOf } from '../../ir/program.js';
import { isOwn } from '../../models/origin.js';
import { assign as assignNumber, fingerprint as fingerprintOf, rangeOf } from '../../numeric/numbers.js';
import { isCopiedAsBytes, isInteger } from '../../types/questions.js';
import { because } from '../reason.js';
import { isModelFrame, siteIn } from '../shared/frames.js';
import { definitionFor } from '../shared/variadic.js';
import { reportFailure } from './access.js';
import { type Analysis, type Frame, giveUp, leakAt, nodeOfVariable, resultNode, siteOf, visit } from './analysis.js';
import { evaluate } from './evaluate.js';
import { afterTest } from './failing.js';
import { solve } from './fixpoint.js';
import { knownCall } from './intrinsics.js';
import { ENDED, type NodeId } from './kernel.js';
import { assignedNumber, recordNumber } from './numbers.js';
import { removeRoot } from './paper/assign.js';
import { dereference } from './paper/deref.js';
import { join } from './paper/lattice.js';
import { bottom, type Edge, heapNodes, isBottom, type Node, type State, withB, withNumbers } from './paper/state.js';
import { Plan } from './plan.js';
import { isTracked, pointerSlots } from './pointer-offsets.js';
import { assignPlace, copyFromRoot, copyToRoot, setRoot } from './transfer.js';
import { NULL_VALUE, UNKNOWN_VALUE, valueIn } from './value.js';

/** Maximal depth of recursion; smaller once the heap contains summaries, on which recursion need not terminate. */
const DEEPEST = 12;
const DEEPEST_ON_SUMMARIES = 2;

/** Applied by the caller after the arguments are passed: drops variables that it no longer reads. */
type Passed = (s: State) => State;

export function call(f: Frame, s: State, i: CallInstr, passed: Passed): State {
  const targets = i.callee.kind === 'direct' ? [[s, i.callee.function] as const] : pointedTo(f, s, i, i.callee);
  // A callee may collect garbage: keep the states that are needed after the call.
  const held = [s, bottom];
  f.run.calls.live.add(held);
  for (const [t, target] of targets) held[1] = join(f.run.k, held[1]!, callOne(f, t, i, target, passed));
  f.run.calls.live.delete(held);
  return held[1]!;
}

/** The functions that the pointer may point to. If it is unknown: all functions of its type, and nothing is proved. */
function pointedTo(
  f: Frame,
  s: State,
  i: CallInstr,
  { pointer, type }: Extract<Callee, { kind: 'indirect' }>,
): [State, FunctionSymbol][] {
  const { k, program } = f.run;
  const value = evaluate(f, s, pointer);
  visit(f, 'valid-deref', i);
  const { accesses, failures } = dereference(k, s, value === 'unknown' ? UNKNOWN_VALUE : value, `called at ${i.at}`);
  const known: [State, FunctionSymbol][] = [];
  for (const failure of failures) {
    const target = failure.target === null ? null : k.functionAt(failure.target);
    if (target) known.push([withB(s, failure.where), target]);
    else reportFailure(f, i, s, failure, 'valid-deref');
  }
  if (accesses.length === 0 && failures.every(({ kind, target }) => kind !== 'opaque' || k.functionAt(target!)))
    return known;
  giveUp(f, i, 'a call through an unknown pointer');
  return program.targetsOf(type).map((target) => [s, target]);
}

function callOne(f: Frame, s: State, i: CallInstr, target: FunctionSymbol, passed: Passed): State {
  const definition = definitionFor(f.run.program, target, i);
  const modelled = isOwn(definition) ? null : knownCall(f, s, i, symbolOf(target));
  if (modelled) return modelled;
  if (!definition?.body) return unknownCall(f, s, i, target);
  const limit = heapNodes(s).some((n) => n.summary) ? DEEPEST_ON_SUMMARIES : DEEPEST;
  if (activations(f, definition) >= limit)
    return giveUp(f, i, `recursion of ${target.name} deeper than ${limit} calls`);
  const plan = planOf(f.run, definition.body);
  const inner: Frame = {
    run: f.run,
    plan,
    body: plan.body,
    caller: f,
    calledAt: siteIn(f.body, i),
    depth: f.depth + 1,
  };
  return takeResult(f, runCallee(inner, passed(passArguments(f, inner, s, i))), i, inner);
}

/** The number of active calls of the function. */
function activations(f: Frame | null, target: FunctionSymbol): number {
  let count = 0;
  for (let g = f; g; g = g.caller) if (g.body.symbol === target) count++;
  return count;
}

export function planOf({ calls }: Analysis, body: FunctionBody): Plan {
  const plan = calls.plans.get(body) ?? new Plan(body);
  calls.plans.set(body, plan);
  return plan;
}

function passArguments(f: Frame, inner: Frame, s: State, i: CallInstr): State {
  return inner.body.params.reduce((t, param, at) => {
    const argument = i.args[at];
    return argument ? passArgument(f, inner, afterTest(f, t, argument), param, argument, i) : t;
  }, s);
}

function passArgument(f: Frame, inner: Frame, s: State, param: LocalVariable, argument: Expr, i: CallInstr): State {
  const node = nodeOfVariable(inner, param);
  if (isTracked(param.type)) {
    const worth = assignedNumber(f, s, argument);
    const passed = setRoot(f, s, { node, offset: 0 }, param.type, evaluate(f, s, argument), i);
    return recordNumber(passed, s.numbers, node, argument, worth);
  }
  const copied = argument.kind === 'load' && isCopiedAsBytes(param.type);
  return copied ? copyToRoot(f, s, argument.place, node, i) : s;
}

/** Memoised by entry state: the same entry state gives the same exit state and the same notes. */
function runCallee(inner: Frame, entry: State): State {
  const { calls, notes } = inner.run;
  if (isBottom(entry)) return entry;
  const place = isModelFrame(inner) ? siteOf(inner, inner.body).at : '';
  const key = `${inner.depth} ${inner.body.symbol.name} ${place} ${fingerprint(entry)}`;
  const solution = calls.known.get(key)?.solution ?? solve(inner, entry);
  calls.known.set(key, { entry, solution });
  notes.include(solution.notes);
  notes.add((ledger) => ledger.reach({ function: inner.body.symbol, status: 'analysed', reason: null }));
  return solution.exit;
}

/** A text that is equal iff the states are equal. */
export function fingerprint(s: State): string {
  const nodes = s.nodes.values().map(fingerprintOfNode);
  return `${s.b};${nodes.sort().join(' ')};${fingerprintOf(s.numbers)}`;
}

function fingerprintOfNode(n: Node): string {
  const cells = n.cells.values().map((c) => `${c.offset}:${c.out}:${flagsOf(c.edges)}:${flagsOf(c.reach)}`);
  return `${n.id}${n.summary ? '*' : ''}/${n.size}/${n.blank}/${n.numbered}{${cells.sort().join(' ')}}`;
}

const flagsOf = (edges: readonly Edge[]): string =>
  edges.length < 2
    ? String(edges[0]?.flag)
    : edges
        .map((e) => e.flag)
        .sort((a, b) => a - b)
        .join();

function takeResult(f: Frame, s: State, i: CallInstr, inner: Frame): State {
  if (isBottom(s)) return s;
  const { k } = f.run;
  const node = resultNode(inner);
  const place = i.result;
  let taken = s;
  if (place && s.nodes.has(node)) {
    taken = isCopiedAsBytes(place.type) ? copyFromRoot(f, s, node, place, i) : takeScalar(f, s, node, place, i);
  }
  return removeRoot(k, taken, node, ENDED, place ? () => {} : leakAt(f, i));
}

function takeScalar(f: Frame, s: State, node: NodeId, place: Place, i: CallInstr): State {
  const taken = assignPlace(f, s, place, i, (t) => valueIn(f.run.k, t, { node, offset: 0 }));
  if (place.kind !== 'var' || !isInteger(place.type)) return taken;
  const numbers = assignNumber(s.numbers, nodeOfVariable(f, place.variable), rangeOf(s.numbers, node), {
    key: node,
    times: 1,
    plus: 0,
  });
  return withNumbers(taken, numbers);
}

/** An unknown call. If no memory escapes to it, it is assumed not to change the heap; the assumption is listed. */
function unknownCall(f: Frame, s: State, i: CallInstr, target: FunctionSymbol): State {
  if (/longjmp$/.test(symbolOf(target))) return giveUp(f, i, 'a jump out of the function');
  if (target.attributes.weak || target.attributes.alias)
    return giveUp(f, i, `${target.name} may be replaced by another definition, or undefined`);
  if (i.args.some((e) => mayEscape(f, s, e)))
    return giveUp(f, i, `${target.name} has no body and no model, and memory escapes to it`, 'unknown-call');
  if (target.attributes.noreturn) return bottom;
  const assumption = `${target.name} has no body and no model: it is assumed not to change the heap`;
  f.run.notes.add((ledger) => ledger.assume(because('unknown-call', assumption)));
  const { result } = i;
  return result ? assignPlace(f, s, result, i, () => 'unknown') : s;
}

/** Does tracked memory, or a function of the program, escape through the argument? */
function mayEscape(f: Frame, s: State, e: Expr): boolean {
  if (e.kind === 'load' && isCopiedAsBytes(e.type)) return pointerSlots(e.type)?.length !== 0;
  const value = isTracked(e.type) ? evaluate(f, s, e) : 'unknown';
  if (e.type.kind === 'pointer' && e.type.target.kind === 'function') return value !== NULL_VALUE;
  return value !== 'unknown' && value.targets.some((t) => !f.run.k.isSpecial(t.target) && !isLiteral(f, t.target));
}

const isLiteral = (f: Frame, node: number): boolean => f.run.literals.has(node);

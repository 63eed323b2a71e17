// Calls that a slice does not follow: what they may do to its memory, by the effects of the functions that may run.
// Called by calls.ts. That such a call has no error of its own is an assumption of the result.

import type { CallInstr, Expr } from '../../ir/instr.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { keepOnly } from '../../numeric/numbers.js';
import { rangeOfType } from '../../numeric/range.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import type { Slice } from '../engine.js';
import { because } from '../reason.js';
import type { ArgumentEffects, CallEffects } from '../shared/call-effects.js';
import type { Position } from './access.js';
import { doubt, type Here } from './analysis.js';
import { assignResult } from './calls.js';
import { fill } from './copy.js';
import { letEscape } from './escape.js';
import { evaluate, number } from './evaluate.js';
import { assumeThat, freedBehind, isArgument, isClear, isForeign, isFromOutside, raise } from './outside.js';
import {
  ENDED,
  FAILED,
  FOUND,
  FREED,
  isHeap,
  MOVED,
  nameOf,
  offsetOf,
  pointsToNode,
  RETURNED,
  SIZE,
  type Target,
  UNINITIALIZED,
  UNKNOWN,
} from './paper/cell.js';
import { type Draft, namesIn } from './paper/graph.js';
import type { State } from './state.js';
import { escapeValue, reach } from './transfer.js';

/** After some of the arguments. */
interface Passed {
  readonly state: State;
  /** Whether the result may point to memory of the slice. */
  readonly result: 'outside' | 'anywhere';
}

/** One of these functions is called; none: nothing is known of what is called. */
export function callOutside(here: Here, state: State, instr: CallInstr, functions: readonly FunctionSymbol[]): State[] {
  const { slice } = here.settings.outside!;
  const all = functions.map((f) => slice.effectsOf(f, instr));
  const effects = functions.length > 0 ? all.reduce(either) : ANYTHING;
  const name = instr.callee.kind === 'direct' ? instr.callee.function.name : 'the function behind a pointer';
  here.settings.ledger.assume(because('callee', sentence(name, effects, slice)));
  if (functions.length === 0) doubt(here, 'valid-deref', 'nothing is known of the function that is called');
  const passed = instr.args.reduce<Passed[]>(
    (before, arg, i) => before.flatMap((p) => pass(here, p, arg, effects.ofArgument(i))),
    [{ state, result: isClear(here, state, 'spoilt') ? 'outside' : 'anywhere' }],
  );
  if (functions.length > 0 && functions.every((f) => f.attributes.noreturn)) return [];
  return passed.flatMap((p) => takeResult(here, p, instr, effects));
}

function sentence(name: string, { freesOther }: CallEffects, { jumps }: Slice): string {
  const promises = [
    `${name} has no error with what it is passed`,
    ...(freesOther ? ['frees nothing that its caller uses afterwards'] : []),
    ...(jumps ? ['does not jump out of its caller'] : []),
  ];
  return promises.join(', and ');
}

const ALL: ArgumentEffects = { freed: 'itself', kept: true, returned: true, filled: true };
const ANYTHING: CallEffects = { freesOther: true, returnsFresh: true, ofArgument: () => ALL };

const either = (a: CallEffects, b: CallEffects): CallEffects => ({
  freesOther: a.freesOther || b.freesOther,
  returnsFresh: a.returnsFresh || b.returnsFresh,
  ofArgument(i) {
    const [x, y] = [a.ofArgument(i), b.ofArgument(i)];
    return {
      freed: [x, y].some(({ freed }) => freed === 'itself') ? 'itself' : x.freed === 'no' ? y.freed : x.freed,
      kept: x.kept || y.kept,
      returned: x.returned || y.returned,
      filled: x.filled || y.filled,
    };
  },
});

// ---- arguments -------------------------------------------------------------------------------------------------

function pass(here: Here, { state, result }: Passed, arg: Expr, effects: ArgumentEffects): Passed[] {
  if (isCopiedAsBytes(arg.type)) return escapeValue(here, state, arg).map((s) => ({ state: s, result }));
  return evaluate(here, state, arg).map(({ state: s, value }) => {
    if (value.kind !== 'pointer') return { state: s, result };
    const { target } = value.position;
    if (pointsToNode(target)) {
      const leads = effects.returned ? 'anywhere' : result;
      return { state: passOwn(here, s, target, effects), result: leads };
    }
    if (isFromOutside(here, target)) return { state: passBack(here, s, value.position, effects), result };
    checkPassed(here, target);
    return { state: s, result };
  });
}

function checkPassed(here: Here, target: Target): void {
  if (target === FREED || target === ENDED || target === UNINITIALIZED || target === UNKNOWN)
    doubt(here, 'valid-deref', 'a pointer is passed that is not known to be valid');
  if (target === FAILED)
    assumeThat(here, 'environment', 'the allocation whose result is passed without a test does not fail');
}

/** Memory of the slice. If it is neither kept nor freed, the call may only change what it holds. */
function passOwn(here: Here, state: State, target: Target, { freed, kept, filled }: ArgumentEffects): State {
  const node = state.graph.get(nameOf(target));
  if (filled && node && !isForeign(here, node))
    doubt(here, 'valid-memtrack', 'the call may store memory there that must be freed');
  if (!node || node.escaped) return freed === 'itself' && node ? doubtFree(here, state) : state;
  if (freed === 'itself' && !isHeap(node.name)) doubtFree(here, state);
  const leadsOn = [...node.cells.values(), node.rest].some((targets) => namesIn(targets).length > 0);
  if (kept || freed !== 'no' || leadsOn || !node.unique) return letEscape(here, state, [target]);
  return changeContents(state, target);
}

function doubtFree(here: Here, state: State): State {
  doubt(here, 'valid-free', 'the call may free a variable that it is passed');
  return state;
}

/** The node holds unknown values from now on; its size stays. */
function changeContents(state: State, target: Target): State {
  const name = nameOf(target);
  const draft: Draft = new Map(state.graph);
  draft.set(name, { ...draft.get(name)!, cells: new Map(), rest: [UNKNOWN] });
  const numbers = keepOnly(state.numbers, (key) => nameOf(key) !== name || offsetOf(key) === SIZE);
  return { ...state, graph: draft, numbers };
}

/** Memory outside. */
function passBack(here: Here, before: State, { target, displaced }: Position, effects: ArgumentEffects): State {
  const { freed, kept, returned } = effects;
  const state = isArgument(target) && (kept || returned) ? raise(here, before, 'mixed') : before;
  if (displaced === 'yes' || target === MOVED)
    assumeThat(here, 'in-bounds', 'the element whose address is passed lies inside its array');
  if (!isClear(here, state, 'freed') || (!isArgument(target) && !isClear(here, state, 'freedElse')))
    doubt(here, 'valid-deref', 'memory that is passed may have been freed before');
  if (freed === 'no') return state;
  if (freed === 'itself') return freedBehind(here, state, target);
  assumeThat(here, 'ownership', 'what the call frees is not what an argument of its caller points to');
  return freedBehind(here, state, FOUND);
}

// ---- result ----------------------------------------------------------------------------------------------------

function takeResult(here: Here, { state, result: leads }: Passed, instr: CallInstr, effects: CallEffects): State[] {
  const { result } = instr;
  const { type } = instr.callee;
  const mayHold = type.result.kind === 'pointer' || isCopiedAsBytes(type.result);
  if (effects.returnsFresh && mayHold)
    doubt(here, 'valid-memtrack', 'the result of the call may be memory that must be freed');
  if (!result) return [state];
  if (isCopiedAsBytes(result.type))
    return reach(here, state, result).flatMap((a) =>
      fill(here, a.state, a.position, result.type.size, leads === 'outside' ? FOUND : UNKNOWN),
    );
  if (result.type.kind !== 'pointer') return assignResult(here, state, instr, number(rangeOfType(result.type)));
  const target = leads === 'outside' ? RETURNED : UNKNOWN;
  return assignResult(here, state, instr, { kind: 'pointer', position: { target, spread: null, displaced: 'no' } });
}

// Calls: bodies, models and intrinsics are analysed in the caller's context; recursive and unknown calls havoc.
// Called by transfer.ts for call instructions.

import type { CallInstr, Expr } from '../../ir/instr.js';
import { type FunctionSymbol, type LocalVariable, symbolOf } from '../../ir/program.js';
import { isInModel, isInput, isModel, isOwn } from '../../models/origin.js';
import { rangeOfType } from '../../numeric/range.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import { CONST, type CType } from '../../types/types.js';
import { because } from '../reason.js';
import { definitionFor } from '../shared/variadic.js';
import { access } from './access.js';
import { doubtAll, type Frame, type Here, siteOf, slotOf } from './analysis.js';
import { copy, fill } from './copy.js';
import { lasting, letEscape } from './escape.js';
import { type Evaluated, evaluate, lastingValue, number, type Value } from './evaluate.js';
import { intrinsics, replacedFunctions } from './intrinsics.js';
import { isClear, raise } from './outside.js';
import { callOutside } from './outside-calls.js';
import { leftPath } from './paper/aep.js';
import { cellOf, isFunction, isNull, RETURNED, type Target, UNKNOWN } from './paper/cell.js';
import { makeNode } from './paper/graph.js';
import { at, refine } from './paper/refine.js';
import { callSummary } from './recursion.js';
import type { State } from './state.js';
import { store } from './store.js';
import { escapeValue, reach, removeNodes, setRegister, storeAt } from './transfer.js';
import { isRegister } from './variable-names.js';
import { withVariable } from './variables.js';

export function call(here: Here, state: State, instr: CallInstr): State[] {
  const { callee } = instr;
  if (callee.kind === 'direct') return callFunction(here, state, instr, callee.function);
  return evaluate(here, state, callee.pointer).flatMap(({ state: after, value }) => {
    const target = value.kind === 'pointer' ? value.position.target : UNKNOWN;
    const known = isFunction(target) ? here.settings.slots.functionOf(target) : null;
    if (known) return callFunction(here, after, instr, known);
    const live = access(here, { state: after, position: at(target) }, 1).length > 0;
    if (!live) return [];
    const candidates = here.settings.program.targetsOf(callee.type);
    if (here.settings.outside) return callOutside(here, after, instr, candidates);
    return [
      ...candidates.flatMap((f) => callFunction(here, after, instr, f)),
      ...callUnknown(here, after, instr, 'a function pointer'),
    ];
  });
}

function callFunction(here: Here, state: State, instr: CallInstr, f: FunctionSymbol): State[] {
  const definition = definitionFor(here.settings.program, f, instr);
  const name = symbolOf(f);
  const intrinsic = isOwn(definition)
    ? undefined
    : (intrinsics.get(name) ?? (isInput(name) ? unknownResult : undefined));
  if (intrinsic) return intrinsic(here, state, instr);
  if (isOutsideSlice(here, definition)) return callOutside(here, state, instr, [f]);
  if (!definition?.body) return callUnknown(here, state, instr, f.name);
  const known = isModel(definition) ? replacedFunctions.get(name) : undefined;
  if (known) return known(here, state, instr);
  const body = definition.body;
  const frame: Frame = { body, depth: here.frame.depth + 1, caller: here.frame, calledAt: siteOf(here), call: instr };
  const bound = passArguments(here, state, frame, instr.args);
  const exits = isActive(here.frame, definition)
    ? callSummary(here, bound, frame)
    : bound.flatMap((s) => here.settings.enter(frame, s));
  if (!exits) return callRecursive(here, state, instr, f.name);
  const after = /^realloc/.test(name) ? exits.map((s) => failedToMove(here, s, frame)) : exits;
  return after.flatMap((s) => takeResult(here, s, frame, instr));
}

/** In a slice: is the call not followed? Recursive calls keep to the contract that the slice is held against. */
function isOutsideSlice({ settings: { outside }, frame }: Here, definition: FunctionSymbol | null): boolean {
  if (!outside || (definition && isModel(definition))) return false;
  return !definition || !outside.slice.follows.has(definition) || isActive(frame, definition);
}

/** If memory outside could not be moved, whoever overwrites the pointer to it loses it. */
function failedToMove(here: Here, state: State, { depth }: Frame): State {
  const held = state.graph.get(here.settings.slots.ofResult(depth))?.cells.get(0) ?? [];
  return held.some(isNull) ? raise(here, state, 'handed') : state;
}

function isActive(frame: Frame, f: FunctionSymbol): boolean {
  return frame.body.symbol === f || (frame.caller !== null && isActive(frame.caller, f));
}

// ---- arguments and result --------------------------------------------------------------------------------------

function passArguments(here: Here, state: State, frame: Frame, args: readonly Expr[]): State[] {
  let states = [state];
  args.forEach((arg, i) => {
    const param = frame.body.params[i];
    states = states.flatMap((s) => (param ? bind(here, s, frame, param, arg) : passRest(here, s, frame, arg)));
  });
  return states;
}

/** Arguments without a parameter: a model ignores them, a variadic function of the program may do anything with them. */
function passRest(here: Here, state: State, { body }: Frame, arg: Expr): State[] {
  return isModel(body.symbol) ? evaluate(here, state, arg).map((e) => e.state) : escapeValue(here, state, arg);
}

function bind(here: Here, state: State, frame: Frame, param: LocalVariable, arg: Expr): State[] {
  const name = here.settings.slots.ofVariable(param, frame.depth);
  if (isCopiedAsBytes(param.type)) return bindAggregate(here, state, name, param, arg);
  return evaluate(here, state, arg).flatMap(({ state: s, value }) => define(here, s, name, param, value));
}

function define(here: Here, state: State, name: number, param: LocalVariable, value: Value): State[] {
  if (isRegister(param)) return setRegister(here, state, name, param.type, value);
  const graph = new Map(state.graph).set(name, makeNode(name, { size: param.type.size, rest: [UNKNOWN] }));
  return store(here, { ...state, graph }, at(cellOf(name, 0)), param.type, value);
}

function bindAggregate(here: Here, state: State, name: number, param: LocalVariable, arg: Expr): State[] {
  const graph = new Map(state.graph).set(name, makeNode(name, { size: param.type.size, rest: [UNKNOWN] }));
  if (arg.kind !== 'load') return [{ ...state, graph }];
  return refine(here, { ...state, graph }, leftPath(arg.place))
    .flatMap((a) => access(here, a, param.type.size))
    .flatMap((a) => copy(here, a.state, a.position, at(cellOf(name, 0)), param.type.size));
}

/** result := content of the callee's result slot, which is removed. */
function takeResult(here: Here, state: State, frame: Frame, instr: CallInstr): State[] {
  const name = here.settings.slots.ofResult(frame.depth);
  const key = cellOf(name, 0);
  const { result } = instr;
  const drop = (s: State) => removeNodes(here, s, [name]);
  if (!result) return drop(state);
  if (isCopiedAsBytes(result.type)) {
    return reach(here, state, result)
      .flatMap((a) => copy(here, a.state, at(key), a.position, result.type.size))
      .flatMap(drop);
  }
  return resultValues(here, state, name, result.type)
    .flatMap(({ state: s, value }) => assignResult(here, s, instr, value))
    .flatMap(drop);
}

function resultValues(here: Here, state: State, name: number, type: CType): Evaluated[] {
  if (state.graph.get(name)?.cells.has(0)) {
    const path = [
      { kind: 'constant', target: cellOf(name, 0) },
      { kind: 'follow', at: here.at, end: here.end },
    ] as const;
    return refine(here, state, path).map((a) => ({
      state: a.state,
      value: { kind: 'pointer', position: a.position },
    }));
  }
  if (type.kind === 'pointer') return [{ state, value: { kind: 'pointer', position: at(UNKNOWN) } }];
  return [{ state, value: number(rangeOfType(type), { key: cellOf(name, 0), times: 1, plus: 0 }) }];
}

/** place := value, for the result of a call. */
export function assignResult(here: Here, state: State, { result }: CallInstr, value: Value): State[] {
  if (!result) return [state];
  if (result.kind === 'var' && isRegister(result.variable)) {
    return setRegister(here, state, slotOf(here, result.variable), result.type, value);
  }
  return reach(here, state, result).flatMap((a) => {
    const lasted = lastingValue(here, state, { state: a.state, value });
    const to = lasting(here, a.state, { state: lasted.state, position: a.position });
    return storeAt(here, to.state, to, result, lasted.value);
  });
}

// ---- unknown calls ----------------------------------------------------------------------------------------------

/** An unknown call may keep, change and free what its arguments reach, but nothing else. */
export function callUnknown(here: Here, state: State, instr: CallInstr, name: string): State[] {
  here.settings.ledger.assume(
    because(
      'unknown-call',
      `${name} has no body and no model: it may change and free anything that its arguments reach, and nothing else`,
    ),
  );
  doubtAll(here, `${name} is unknown`, 'unknown-call');
  const escaped = instr.args.reduce((states, arg) => states.flatMap((s) => escapeValue(here, s, arg)), [state]);
  return escaped.flatMap((s) => unknownResult(here, s, instr));
}

/** A recursive call whose local heap cannot be separated from its callers' havocs all that it reaches. */
function callRecursive(here: Here, state: State, instr: CallInstr, name: string): State[] {
  const text = `recursive calls of ${name} that share memory with their callers are over-approximated`;
  here.settings.ledger.assume(because('over-approximated', text));
  doubtAll(here, `${name} is called recursively on memory that its callers hold too`);
  const escaped = instr.args.reduce((states, arg) => states.flatMap((s) => escapeValue(here, s, arg)), [state]);
  return escaped.map((s) => escapeGlobals(here, s)).flatMap((s) => unknownResult(here, s, instr));
}

/** All mutable globals become unknown, including those that are not in the graph yet. */
function escapeGlobals(here: Here, state: State): State {
  const globals = here.settings.program.units.flatMap((u) =>
    u.globals.filter((g) => !g.literal && !(g.type.quals & CONST)),
  );
  const present = globals.reduce((s, g) => withVariable(here, s, g), state);
  return letEscape(
    here,
    present,
    globals.map((g) => cellOf(slotOf(here, g), 0)),
  );
}

export function unknownResult(here: Here, state: State, instr: CallInstr): State[] {
  const { result } = instr;
  if (!result) return [state];
  if (isCopiedAsBytes(result.type)) {
    return reach(here, state, result).flatMap((a) => fill(here, a.state, a.position, result.type.size, UNKNOWN));
  }
  if (result.type.kind === 'pointer')
    return assignResult(here, state, instr, { kind: 'pointer', position: at(unknownPointer(here, state)) });
  return assignResult(here, state, instr, number(rangeOfType(result.type)));
}

/** A model returns memory of the library; what other code returns may be what it was given. */
function unknownPointer(here: Here, state: State): Target {
  if (!here.settings.outside) return UNKNOWN;
  return isInModel(here.frame.body.source) || isClear(here, state, 'spoilt') ? RETURNED : UNKNOWN;
}

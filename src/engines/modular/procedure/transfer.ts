// The transfer functions of instructions. As in Fig. 4 of the paper, an assignment first drops the old value, then copies.
// A call yields several states; every other instruction yields one, or none if the path ends.

import type {
  AsmInstr,
  AssignInstr,
  CallInstr,
  ClearInstr,
  Expr,
  Instr,
  Place,
  ScopeEndInstr,
} from '../../../ir/instr.js';
import { isCopiedAsBytes, isInteger } from '../../../types/questions.js';
import { call } from '../calls/calls.js';
import { havocLinksPast } from '../domain/links.js';
import { copyBytes, discoverAll, havoc, markEscaped, overwrite, write } from '../domain/memory.js';
import { isRegister, type State } from '../domain/state.js';
import { isDoubtful, isKnown, isOpaque, OPAQUE, type Symbolic, type Value } from '../domain/symbols.js';
import { assume } from '../exec/conditions.js';
import { evaluate, locate, spotOf } from '../exec/evaluate.js';
import { heldIn, holdersAmong } from '../exec/holders.js';
import { reportLost } from '../exec/leaks.js';
import { eventOf, type Here, nameOf, type Suspend, suspendLeak, suspendUntested } from '../exec/report.js';
import { reportUnsaved } from '../exec/unsaved.js';
import { noteOutputs, noteStore } from '../ownership/owners.js';

export function execute(here: Here, state: State, instr: Instr): State[] {
  here.at = instr.at;
  here.end = instr.end;
  switch (instr.kind) {
    case 'assign':
      return assign(here, state, instr) ? [state] : [];
    case 'clear':
      return clear(here, state, instr) ? [state] : [];
    case 'call':
      return callAndStore(here, state, instr);
    case 'assume':
      return assume(here, state, instr) ? [state] : [];
    case 'scope-end':
      endScope(here, state, instr);
      return [state];
    case 'asm':
      return assembly(here, state, instr) ? [state] : [];
  }
}

/** place = value: the cell that `place` pointed to is lost if nothing else reaches it. */
function assign(here: Here, state: State, { place, value }: AssignInstr): boolean {
  if (isCopiedAsBytes(value.type)) return copyAggregate(here, state, place, value);
  const v = evaluate(here, state, value);
  return v !== null && store(here, state, place, named(here, state, place, v));
}

/** An opaque value gets a symbol when it is stored, so that two reads yield equal values. */
function named(here: Here, state: State, { type }: Place, v: Value): Value {
  const isScalar = isInteger(type) || type.kind === 'pointer';
  return isOpaque(v) && isScalar ? state.symbols.fresh(here.at, state.birth(here.at), 'number', type) : v;
}

function store(here: Here, state: State, place: Place, v: Value, suspend: Suspend = suspendLeak): boolean {
  const old = heldBy(here, state, place);
  if (place.kind === 'var' && place.variable.kind !== 'global' && isRegister(place.variable)) {
    state.registers[place.variable.id] = v;
  } else {
    const where = locate(here, state, place);
    if (!where) return false;
    if (place.type.kind === 'pointer') noteStore(here, state, place, where, v);
    write(state, spotOf(where, place), v, eventOf(here));
    if (place.type.kind === 'pointer') havocLinksPast(state, where.symbol, v, here.at);
  }
  if (old && leadsToCell(state, old))
    reportLost(here, state, `\`${nameOf(here, place)}\` is overwritten`, {
      suspend,
      holderOf: heldIn(() => nameOf(here, place), old),
    });
  return true;
}

/** The value that the place holds before the store, if it is tracked. */
function heldBy(here: Here, state: State, place: Place): Value | null {
  if (place.kind === 'var' && place.variable.kind !== 'global' && isRegister(place.variable))
    return state.registers[place.variable.id] ?? null;
  const where = locate(here, state, place);
  if (!where) return null;
  return state.cells.get(where.symbol)?.fields.get(spotOf(where, place).key)?.value ?? null;
}

const leadsToCell = (state: State, v: Value): boolean => !isKnown(v) && state.cellAt(state.resolve(v))?.kind === 'heap';

function copyAggregate(here: Here, state: State, place: Place, value: Expr): boolean {
  const to = locate(here, state, place);
  if (!to) return false;
  const from = value.kind === 'load' ? locate(here, state, value.place) : null;
  if (from) {
    discoverAll(state, from, value.type);
    copyBytes(state, to, from, value.type.size);
  } else overwrite(state, to, value.type.size, 'unknown');
  reportLost(here, state, `\`${nameOf(here, place)}\` is overwritten`);
  return true;
}

function clear(here: Here, state: State, { place }: ClearInstr): boolean {
  if (place.kind === 'var' && place.variable.kind !== 'global' && isRegister(place.variable))
    return store(here, state, place, 0);
  const where = locate(here, state, place);
  if (!where) return false;
  discoverAll(state, where, place.type);
  overwrite(state, where, place.type.size, 'zero');
  reportLost(here, state, `\`${nameOf(here, place)}\` is overwritten`);
  return true;
}

function callAndStore(here: Here, state: State, instr: CallInstr): State[] {
  const { at, end } = instr;
  const all = call(here, state, instr);
  return all.flatMap(({ state: after, result, losses }) => {
    here.at = at;
    here.end = end;
    noteOutputs(here, after, instr);
    const kept = result === null ? [] : [result];
    reportLost(here, after, 'nothing points to it any more', { kept, losses });
    if (!instr.result) return dropResult(here, after, result);
    if (isCopiedAsBytes(instr.result.type)) return storeAggregate(here, after, instr.result, result) ? [after] : [];
    const hasFailed = result !== null && isDoubtful(result);
    if (hasFailed) reportUnsaved(here, after, instr.result, instr, all);
    const value = named(here, after, instr.result, result ?? OPAQUE);
    // If null overwrites a pointer because the call failed, the program may end instead of losing memory.
    return store(here, after, instr.result, value, hasFailed ? suspendUntested : suspendLeak) ? [after] : [];
  });
}

function dropResult(here: Here, state: State, result: Value | null): State[] {
  if (result !== null && leadsToCell(state, result)) reportLost(here, state, 'the result of the call is not used');
  return [state];
}

/** A record is returned as the address of the callee's copy. */
function storeAggregate(here: Here, state: State, place: Place, result: Value | null): boolean {
  const to = locate(here, state, place);
  if (!to) return false;
  const from = result === null || isKnown(result) ? null : (result as Symbolic);
  if (from && state.cells.has(from.symbol)) {
    copyBytes(state, to, from, place.type.size);
    state.cells.delete(from.symbol);
  } else overwrite(state, to, place.type.size, 'unknown');
  reportLost(here, state, `\`${nameOf(here, place)}\` is overwritten`);
  return true;
}

function endScope(here: Here, state: State, { variables }: ScopeEndInstr): void {
  const holders = holdersAmong(state, variables);
  for (const variable of variables) {
    if (isRegister(variable)) state.registers[variable.id] = undefined;
    else endCell(state, state.symbols.local(variable));
  }
  reportLost(here, state, 'its last pointer goes out of scope', { holderOf: holders });
}

/** The next variable of this name has other contents. */
function endCell(state: State, name: number): void {
  if (state.cells.has(name)) state.birth(-name);
  state.cells.delete(name);
}

function assembly(here: Here, state: State, { inputs, outputs, at }: AsmInstr): boolean {
  for (const input of inputs) {
    const value = evaluate(here, state, input);
    if (value === null) return false;
    markEscaped(state, value);
    havoc(state, value, at);
  }
  return outputs.every((place) => {
    const count = state.birth(at);
    return store(here, state, place, state.symbols.fresh(at, count, 'asm', place.type));
  });
}

// The contents of global variables at procedure entry: initialisers for constants and hooks, inputs for all others.
// So calls through constant tables of functions are resolved, and string literals are never null.

import type { Expr } from '../../../ir/instr.js';
import { beginningIn, isInitialized, type Program } from '../../../ir/link.js';
import type { FunctionSymbol, GlobalVariable, InitialValue } from '../../../ir/program.js';
import { signatureOf } from '../../../ir/signature.js';
import { holderIn } from '../../../ir/targets/holders.js';
import { isModel } from '../../../models/origin.js';
import { CONST } from '../../../types/types.js';
import type { Believer } from '../beliefs/belief.js';
import { standsForAll } from '../beliefs/initial-hook.js';
import { type Cell, type Field, makeCell, makeField, type State } from './state.js';
import { addressOf, type FieldKey, OPAQUE, type Value } from './symbols.js';

export function globalCell(
  program: Program,
  believer: Believer,
  name: number,
  variable: GlobalVariable,
  state: State,
): Cell {
  if (variable.literal || isFixed(program, variable, believer)) {
    const fields = new Map<FieldKey, Field>();
    const { entries, isWhole } = beginningIn(variable);
    for (const entry of entries) addInitial(program, state, fields, entry);
    const untouched = isWhole && !variable.literal ? 'zero' : 'unknown';
    return makeCell(name, 'global', untouched, { fields, before: fields });
  }
  return makeCell(name, 'global', 'input');
}

/** The initial value of a function pointer, if the belief initial-hook lets it stand for all its values. */
export function hookIn(program: Program, variable: GlobalVariable, believer: Believer): FunctionSymbol | null {
  const { type } = variable;
  if (
    !believer.believes('initial-hook') ||
    type.kind !== 'pointer' ||
    type.target.kind !== 'function' ||
    !isInitialized(variable)
  )
    return null;
  const { initializer } = variable;
  if (initializer?.length !== 1) return null;
  let { value } = initializer[0]!;
  while (value.kind === 'cast') value = value.operand;
  const initial = value.kind === 'function-address' ? program.definitionOf(value.target) : null;
  if (!initial) return null;
  const pointer = { signature: signatureOf(type.target), holders: [holderIn('variable', variable)] };
  const targets = program.targetsThrough(pointer).functions;
  return standsForAll({ initial, isModel: isModel(initial), targets, mostTargets: MOST_TARGETS }) ? initial : null;
}

/** A call through a pointer with more candidate targets than this is an unknown call. */
export const MOST_TARGETS = 6;

/** Has the variable the same known contents in every procedure? See globalCell. */
export const isFixed = (program: Program, variable: GlobalVariable, believer: Believer): boolean =>
  isConstant(variable) || program.isNeverChanged(variable) || hookIn(program, variable, believer) !== null;

/** A variable that the program never writes: it holds its initialiser. */
export function isConstant(variable: GlobalVariable): boolean {
  if (variable.linkage === 'internal' && variable.defined && !variable.changed) return true;
  let type = variable.type;
  while (type.kind === 'array') type = type.element;
  return (type.quals & CONST) !== 0 && isInitialized(variable);
}

function addInitial(program: Program, state: State, fields: Map<FieldKey, Field>, entry: InitialValue): void {
  if (entry.value.kind === 'string') return;
  const key = entry.bits ? `b${entry.offset}.${entry.bits.shift}` : entry.offset;
  fields.set(key, makeField(constantOf(program, state, entry.value), entry.type.size, null));
}

function constantOf(program: Program, state: State, e: Expr): Value {
  switch (e.kind) {
    case 'int': {
      const n = Number(BigInt.asIntN(64, e.value));
      return Number.isSafeInteger(n) ? n : OPAQUE;
    }
    case 'function-address':
      return addressOf(state.symbols.function(program.addressed(e.target)));
    case 'cast':
      return constantOf(program, state, e.operand);
    case 'address': {
      const root = e.place.kind === 'index' && e.place.base.kind === 'var' ? e.place.base : e.place;
      if (root.kind !== 'var' || root.variable.kind !== 'global') return OPAQUE;
      return addressOf(state.symbols.global(program.variableOf(root.variable)));
    }
    default:
      return OPAQUE;
  }
}

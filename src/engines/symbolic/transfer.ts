// Ϝ⟦instruction⟧ : C → C, the rules (D1) to (D6) for C: the effect of an instruction on a context.
// Calls are in calls.ts; successor blocks are chosen in fixpoint.ts.

import { locateCrash } from '../../base/crash.js';
import { bytesOf } from '../../ir/bytes.js';
import type { AsmInstr, Expr, Instr, Place, ScopeEndInstr } from '../../ir/instr.js';
import type { LocalVariable } from '../../ir/program.js';
import { mayShareMemory } from '../../ir/read-only.js';
import { not } from '../../logic/linear/constraint.js';
import { constant, plus } from '../../logic/linear/term.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import type { CType, Field } from '../../types/types.js';
import { doubtAll, type Frame, type Here, keyOfVariable, siteOf } from './analysis.js';
import { call } from './calls.js';
import { decideCondition, evaluate, isRegister, resolve, type Where } from './evaluate.js';
import { checkLost, overwrite, takenFrom, takenFromBase } from './leaks.js';
import { type Address, access, as, checkWritable, fill, load, put, unknownValue } from './memory.js';
import { assume, type Context, type Slot } from './paper/context.js';
import { type Entry, extend } from './paper/heap.js';
import type { Taken } from './paper/pointer-graph.js';
import { NULL, SOMEWHERE, UNINITIALIZED, type Value, zeroOf } from './paper/value.js';

export function transfer(here: Here, context: Context, instr: Instr): Context[] {
  try {
    return execute(here, context, instr);
  } catch (error) {
    throw locateCrash(error, () => here.frame.body.source.locate(instr.at));
  }
}

function execute(here: Here, context: Context, instr: Instr): Context[] {
  switch (instr.kind) {
    case 'assign':
      return assign(here, context, instr.place, instr.value);
    case 'clear':
      return clear(here, context, instr.place);
    case 'call':
      return call(here, context, instr);
    case 'assume':
      return decideCondition(here, context, instr.condition).flatMap(({ context: c, condition }) => {
        const there = assume(here.run.decider, c, instr.holds ? condition : not(condition));
        return there ? [remember(here, there, instr.condition, instr.holds ? 'not null' : 'null')] : [];
      });
    case 'scope-end':
      return [endScope(here, context, instr)];
    case 'asm':
      return assembly(here, context, instr);
  }
}

/** A test splits a wild pointer into null and not null. */
function remember(here: Here, context: Context, e: Expr, found: 'null' | 'not null'): Context {
  const other = found === 'null' ? 'not null' : 'null';
  if (e.kind === 'unary' && e.op === 'not') return remember(here, context, e.operand, other);
  if (e.kind === 'binary' && (e.op === 'eq' || e.op === 'ne') && isZero(e.right))
    return remember(here, context, e.left, e.op === 'ne' ? found : other);
  if (e.kind !== 'load' || e.place.kind !== 'var' || e.place.variable.kind === 'global') return context;
  const key = keyOfVariable(here.frame, e.place.variable);
  const slot = context.variables.get(key);
  if (slot?.kind !== 'value' || slot.value.kind !== 'pointer' || slot.value.base.kind !== 'wild') return context;
  if (slot.value.offset.key !== '0') return context;
  return setSlot(context, key, { kind: 'value', value: found === 'null' ? NULL : SOMEWHERE });
}

const isZero = (e: Expr): boolean => (e.kind === 'cast' ? isZero(e.operand) : e.kind === 'int' && e.value === 0n);

/** (D1), (D2), (D4): place := value */
function assign(here: Here, context: Context, place: Place, value: Expr): Context[] {
  if (isCopiedAsBytes(place.type)) return assignAggregate(here, context, place, value);
  return evaluate(here, context, value).flatMap((o) => store(here, o.context, place, o.value));
}

export function store(here: Here, context: Context, place: Place, value: Value): Context[] {
  return resolve(here, context, place).flatMap(({ context: c, where }) => {
    if (where.kind === 'register') return [setRegister(here, c, where.key, as(here, value, place.type))];
    return access(here, c, where, constant(bytesOf(place))).flatMap((a) => storeAt(here, a, where, place.type, value));
  });
}

export const setSlot = (context: Context, key: string, slot: Slot): Context => ({
  ...context,
  variables: new Map(context.variables).set(key, slot),
});

/** s[v ↦ value]; what v pointed to may be lost. */
export function setRegister(here: Here, context: Context, key: string, value: Value): Context {
  const old = context.variables.get(key);
  const after = setSlot(context, key, { kind: 'value', value });
  if (old?.kind === 'value')
    checkLost(here, after, takenFrom(old.value), 'the last pointer to the memory is overwritten');
  return after;
}

/** h ⊕ put(r, q, value); what the cell pointed to may be lost. */
function storeAt(
  here: Here,
  context: Context,
  where: Extract<Where, { kind: 'memory' }>,
  type: CType,
  value: Value,
): Context[] {
  if (where.base.kind === 'wild') return [writeAnywhere(here, context)];
  checkWritable(here, where.base);
  if (where.base.kind === 'text') return [context];
  if (where.bits) return [overwrite(here, context, where.base, (c) => fill(c, where, constant(type.size), 'unknown'))];
  if (type.kind !== 'pointer') return [overwrite(here, context, where.base, (c) => put(c, where, type.size, value))];
  return load(here, context, where, type, 'it').map((old) => {
    const after = put(old.context, where, type.size, as(here, value, type));
    checkLost(here, after, takenFrom(old.value), 'the last pointer to the memory is overwritten');
    return after;
  });
}

/** A write to an unknown place may change any memory. */
export function writeAnywhere(here: Here, context: Context): Context {
  doubtAll(here, 'a write through an unknown pointer');
  return havoc(context);
}

export const havoc = (context: Context): Context => ({ ...context, heap: extend(context.heap, { kind: 'havoc' }) });

// ---- whole records and arrays ----------------------------------------------------------------------------------

function assignAggregate(here: Here, context: Context, place: Place, value: Expr): Context[] {
  return resolve(here, context, place).flatMap(({ context: c, where }) => {
    if (where.kind !== 'memory') return [c];
    const size = constant(Math.max(1, place.type.size));
    return access(here, c, where, size).flatMap((a) => {
      if (where.base.kind === 'wild') return [writeAnywhere(here, a)];
      checkWritable(here, where.base);
      if (value.kind !== 'load') return [fill(a, where, size, 'unknown')];
      return resolve(here, a, value.place).flatMap((from) => {
        const source = from.where;
        if (source.kind !== 'memory') return [from.context];
        return access(here, from.context, source, size).flatMap((s) => copy(here, s, source, where, place.type));
      });
    });
  });
}

/** Copies field by field; objects without known fields become unknown. */
export function copy(here: Here, context: Context, from: Address, to: Address, type: CType): Context[] {
  const cells = cellsOf(type, 0);
  const taken = takenWithin(here, context, to);
  const values: [Context, (readonly [number, CType, Value])[]][] = [[context, []]];
  const read = cells
    ? cells.reduce(
        (all, [offset, cell]) =>
          all.flatMap(([c, list]): typeof values =>
            load(here, c, { base: from.base, offset: plus(from.offset, offset) }, cell, 'a field').map((o) => [
              o.context,
              [...list, [offset, cell, o.value] as const],
            ]),
          ),
        values,
      )
    : values;
  return read.map(([c, list]) => {
    const blank = cells ? c : fill(c, to, constant(Math.max(1, type.size)), 'unknown');
    const after = list.reduce(
      (d, [offset, cell, value]) => put(d, { base: to.base, offset: plus(to.offset, offset) }, cell.size, value),
      blank,
    );
    checkLost(here, after, taken, 'the last pointer to the memory is overwritten');
    return after;
  });
}

const takenWithin = (here: Here, context: Context, to: Address): Taken[] =>
  to.base.kind === 'object' || to.base.kind === 'record' ? takenFromBase(here, context, to.base) : [];

const MOST_CELLS = 64;

/** The scalars of a type with their offsets; null: too many, a union, or bit-fields. */
function cellsOf(type: CType, offset: number): [number, CType][] | null {
  if (type.kind === 'record') {
    if (type.body.union) return null;
    return flatten((type.fields ?? []).map((f: Field) => (f.bits ? null : cellsOf(f.type, offset + f.offset))));
  }
  if (type.kind === 'array') {
    const length = type.length ?? 0;
    if (length > MOST_CELLS) return null;
    return flatten(Array.from({ length }, (_, i) => cellsOf(type.element, offset + i * type.element.size)));
  }
  return type.kind === 'vector' || type.kind === 'complex' ? null : [[offset, type]];
}

function flatten(parts: readonly ([number, CType][] | null)[]): [number, CType][] | null {
  if (parts.includes(null)) return null;
  const all = (parts as [number, CType][][]).flat();
  return all.length > MOST_CELLS ? null : all;
}

function clear(here: Here, context: Context, place: Place): Context[] {
  return resolve(here, context, place).flatMap(({ context: c, where }) => {
    if (where.kind === 'register') return [setRegister(here, c, where.key, zeroOf(place.type))];
    const size = constant(Math.max(1, place.type.size));
    return access(here, c, where, size).map((a) => {
      if (where.base.kind === 'wild') return writeAnywhere(here, a);
      checkWritable(here, where.base);
      const taken = takenWithin(here, a, where);
      const after = fill(a, where, size, 'zero');
      checkLost(here, after, taken, 'the last pointer to the memory is overwritten');
      return after;
    });
  });
}

// ---- lifetimes of variables ------------------------------------------------------------------------------------

/** Registers begin uninitialised; all other variables are objects in memory. */
export function declare(here: Here, context: Context, frame: Frame, v: LocalVariable): Context {
  const key = keyOfVariable(frame, v);
  if (isRegister(v)) return setSlot(context, key, { kind: 'value', value: UNINITIALIZED });
  const id = context.objects + 1;
  const size = v.type.size;
  const entry: Entry = {
    kind: 'new',
    base: { kind: 'object', id },
    size: size >= 0 ? constant(size) : null,
    contents: 'uninitialized',
    site: siteOf(here),
    ...(mayShareMemory(v) ? { mayShare: true as const } : {}),
  };
  const made = { ...context, objects: id, heap: extend(context.heap, entry) };
  return setSlot(made, key, { kind: 'object', id, size });
}

/** The lifetimes of the variables end; what only they reached is lost. They are fresh when their scope is entered again. */
function endScope(here: Here, context: Context, { variables }: ScopeEndInstr): Context {
  const ended = dropVariables(
    here,
    releaseArrays(here, context, variables),
    variables.map((v) => keyOfVariable(here.frame, v)),
  );
  return variables.reduce((c, v) => declare(here, c, here.frame, v), ended);
}

/** The memory of a variable length array ends with its variable. */
export function releaseArrays(here: Here, context: Context, variables: readonly LocalVariable[]): Context {
  const ended = variables.flatMap((v): Entry[] => {
    const slot = v.ownsBlock ? context.variables.get(keyOfVariable(here.frame, v)) : undefined;
    const base = slot?.kind === 'value' && slot.value.kind === 'pointer' ? slot.value.base : null;
    return base?.kind === 'object' ? [{ kind: 'free', base, site: siteOf(here) }] : [];
  });
  return ended.length === 0 ? context : { ...context, heap: extend(context.heap, ...ended) };
}

/** Memory of `alloca` is a variable without a name. */
export const keyOfAlloca = ({ depth }: Frame, id: number): string => `${depth}:alloca ${id}`;

export const stackBlocksOf = ({ depth }: Frame, { variables }: Context): string[] =>
  [...variables.keys()].filter((key) => key.startsWith(`${depth}:alloca `));

export function dropVariables(here: Here, context: Context, keys: readonly string[]): Context {
  const taken: Taken[] = [];
  const variables = new Map(context.variables);
  let { heap } = context;
  for (const key of keys) {
    const slot = variables.get(key);
    variables.delete(key);
    if (slot?.kind === 'value') taken.push(...takenFrom(slot.value));
    if (slot?.kind !== 'object') continue;
    const base = { kind: 'object', id: slot.id } as const;
    taken.push(...takenFromBase(here, context, base));
    heap = extend(heap, { kind: 'free', base, site: siteOf(here) });
  }
  const after = { ...context, variables, heap };
  checkLost(here, after, taken, 'the last pointer to the memory goes out of scope');
  return after;
}

function assembly(here: Here, context: Context, instr: AsmInstr): Context[] {
  if (instr.clobbersMemory || instr.inputs.some((e) => e.type.kind === 'pointer')) {
    doubtAll(here, 'inline assembly');
    context = havoc(context);
  }
  return instr.outputs.reduce<Context[]>(
    (all, place) => all.flatMap((c) => store(here, c, place, unknownValue(here, place.type))),
    [context],
  );
}

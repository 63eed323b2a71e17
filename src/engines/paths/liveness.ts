// Which variables are still needed where a block begins: numbers of others are forgotten, pointers no longer core.
// Computed once per function; used by fixpoint.ts.

import { successorsOf } from '../../ir/cfg.js';
import type { Block, CallInstr, Expr, Instr, Place, Terminator, Variable } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';
import { isRegister } from './slots.js';

export interface Registers {
  /** Live at the beginning of each block, by block id. */
  readonly live: readonly ReadonlySet<Variable>[];
  /** Live behind each call, that is while the callee runs. */
  readonly liveBehind: ReadonlyMap<CallInstr, ReadonlySet<Variable>>;
  /** Never computed from themselves: flags and status codes, whose values keep states apart. */
  readonly flags: ReadonlySet<Variable>;
}

export function registersOf(body: FunctionBody): Registers {
  const live = body.blocks.map(() => new Set<Variable>());
  for (let changed = true; changed; ) {
    changed = false;
    for (const block of [...body.blocks].reverse()) {
      const before = liveBefore(block, live);
      if (before.size === live[block.id]!.size) continue;
      live[block.id] = before;
      changed = true;
    }
  }
  const liveBehind = new Map<CallInstr, ReadonlySet<Variable>>();
  for (const block of body.blocks) liveBefore(block, live, (call, behind) => liveBehind.set(call, new Set(behind)));
  return { live, liveBehind, flags: flagsOf(body) };
}

type AtCall = (call: CallInstr, behind: ReadonlySet<Variable>) => void;

function liveBefore(block: Block, live: readonly ReadonlySet<Variable>[], atCall: AtCall = () => {}): Set<Variable> {
  const result = new Set<Variable>();
  for (const next of successorsOf(block.terminator)) for (const v of live[next.id]!) result.add(v);
  useTerminator(block.terminator, result);
  for (const instr of [...block.instrs].reverse()) {
    const defined = definedBy(instr);
    if (defined) result.delete(defined);
    if (instr.kind === 'call') atCall(instr, result);
    useInstr(instr, result);
  }
  return result;
}

function definedBy(i: Instr): Variable | null {
  const place = i.kind === 'assign' || i.kind === 'clear' ? i.place : i.kind === 'call' ? i.result : null;
  return place?.kind === 'var' && mayDie(place.variable) ? place.variable : null;
}

/** Only a local whose address nobody has can be known not to be read again. */
export const mayDie = (v: Variable): boolean =>
  v.kind !== 'global' && !v.addressTaken && !v.ownsBlock && (isRegister(v) || v.type.kind === 'pointer');

function useTerminator(t: Terminator, used: Set<Variable>): void {
  if (t.kind === 'branch') useExpr(t.condition, used);
  else if (t.kind === 'switch') useExpr(t.value, used);
  else if (t.kind === 'return' && t.value) useExpr(t.value, used);
  else if (t.kind === 'computed-goto') useExpr(t.address, used);
}

function useInstr(i: Instr, used: Set<Variable>): void {
  switch (i.kind) {
    case 'assign':
      usePlace(i.place, used, 'written');
      useExpr(i.value, used);
      return;
    case 'clear':
      usePlace(i.place, used, 'written');
      return;
    case 'call':
      if (i.result) usePlace(i.result, used, 'written');
      if (i.callee.kind === 'indirect') useExpr(i.callee.pointer, used);
      for (const arg of i.args) useExpr(arg, used);
      return;
    case 'assume':
      useExpr(i.condition, used);
      return;
    case 'scope-end':
      return;
    case 'asm':
      for (const input of i.inputs) useExpr(input, used);
      for (const output of i.outputs) usePlace(output, used, 'read');
  }
}

function useExpr(e: Expr, used: Set<Variable>): void {
  switch (e.kind) {
    case 'load':
    case 'address':
      usePlace(e.place, used, 'read');
      return;
    case 'unary':
    case 'cast':
      useExpr(e.operand, used);
      return;
    case 'binary':
      useExpr(e.left, used);
      useExpr(e.right, used);
  }
}

function usePlace(place: Place, used: Set<Variable>, how: 'read' | 'written'): void {
  switch (place.kind) {
    case 'var':
      if (how === 'read' && mayDie(place.variable)) used.add(place.variable);
      return;
    case 'deref':
      useExpr(place.pointer, used);
      return;
    case 'field':
      usePlace(place.base, used, 'read');
      return;
    case 'index':
      usePlace(place.base, used, 'read');
      useExpr(place.index, used);
  }
}

/** A variable that some assignment computes from its own value is a counter. */
function flagsOf(body: FunctionBody): Set<Variable> {
  const counters = new Set<Variable>();
  for (const { instrs } of body.blocks) {
    for (const i of instrs) {
      if (i.kind !== 'assign' || i.place.kind !== 'var') continue;
      const used = new Set<Variable>();
      useExpr(i.value, used);
      if (i.value.kind !== 'load' && used.has(i.place.variable)) counters.add(i.place.variable);
    }
  }
  return new Set(body.variables.filter((v) => isRegister(v) && !counters.has(v)));
}

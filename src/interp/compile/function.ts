// A function body to segments of closures, once, when it is first called.
// Made from IR; run by the machine.

import type { Block, Instr, SwitchTerminator, Terminator } from '../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../ir/program.js';
import type { CType } from '../../types/types.js';
import { writerOf } from '../cells.js';
import type { CompiledFunction, End, Eval, Op, Segment, Store } from '../frame.js';
import { fail, obstruct } from '../incidents.js';
import type { Machine } from '../machine.js';
import { objectOf } from '../pointer.js';
import { isFloatRep, isIntRep, isPointerRep, repOf, type Value } from '../rep.js';
import type { Int } from '../wide.js';
import { normalize } from '../wide.js';
import { blankOf } from './blank.js';
import { compileCall, compileLibraryCall, compileReturn } from './call.js';
import type { Context } from './context.js';
import { coerceTo, wrapInt } from './convert.js';
import { watchDecision } from './decisions.js';
import { compileExpr, compileTest } from './expr.js';
import { addressNumbersIn } from './hide.js';
import { compileInstr } from './instr.js';
import { isTracked, trackAssign } from './origins.js';
import { allocateLocal } from './place.js';
import { hasSkewedPointer } from './store.js';
import { watchBranch, watchSwitch } from './watch.js';

export function compileFunction(machine: Machine, body: FunctionBody): CompiledFunction {
  const inMemory = body.variables.map((v) => !fitsRegister(v));
  const heads = body.blocks.map((block) => emptySegment(block, 0));
  const numbers = addressNumbersIn(body);
  const { memory } = machine;
  const c: Context = { machine, memory, body, inMemory, numbers, heads, headOf: (block) => heads[block.id]! };
  for (const block of body.blocks) compileBlock(c, block);
  return {
    body,
    symbol: body.symbol,
    entry: heads[body.entry.id]!,
    blank: body.variables.map((v, i) => (inMemory[i] ? 0 : blankOf(v.type))),
    params: body.params.map((p) => compileParameter(c, p)),
    memorySlots: body.variables.filter((_, i) => inMemory[i]).map((v) => v.id),
    registerSlots: body.variables.filter((_, i) => !inMemory[i]).map((v) => v.id),
  };
}

/** Scalars whose address is never taken need no memory. */
function fitsRegister(v: LocalVariable): boolean {
  const rep = repOf(v.type);
  return !v.addressTaken && (isIntRep(rep) || isFloatRep(rep) || isPointerRep(rep));
}

function emptySegment(block: Block, first: number): Segment {
  const end = () => obstruct('unsupported', 'code that was never compiled');
  return { ops: [], end, nodes: [], block, first };
}

function compileParameter(c: Context, p: LocalVariable): Store {
  const fit = fitArgument(c, p);
  if (!c.inMemory[p.id]) {
    return (f, v) => {
      f.registers[p.id] = fit(v);
    };
  }
  const write = writerOf(repOf(p.type));
  const skewed = hasSkewedPointer(p.type, 0);
  return (f, v) => {
    const pointer = allocateLocal(c, f, p);
    write(c.memory, c.memory.atWrite(pointer, Math.max(0, p.type.size)), fit(v), p.type);
    if (skewed) c.memory.packed[objectOf(pointer)] = 1;
  };
}

/** The type of a parameter tells what an untyped pointer of the input leads to. */
function fitArgument({ machine }: Context, { type }: LocalVariable): (v: Value) => Value {
  const fit = coerceTo(repOf(type));
  if (!machine.given || type.kind !== 'pointer') return fit;
  return (v) => {
    machine.given!.retype(v, type.target);
    return fit(v);
  };
}

/** Cuts the block after every call that may enter the program's own code. */
function compileBlock(c: Context, block: Block): void {
  let segment = c.headOf(block);
  let nodes: (Instr | Terminator)[] = [];
  let ops: Op[] = [];
  const finish = (end: End) => {
    segment.ops = ops;
    segment.nodes = nodes;
    segment.end = end;
    nodes = [];
    ops = [];
  };
  block.instrs.forEach((instr, i) => {
    nodes.push(instr);
    if (instr.kind !== 'call') {
      const op = compileInstr(c, instr);
      ops.push(isTracked(c) && instr.kind === 'assign' ? trackAssign(c, instr, op) : op);
      return;
    }
    const inline = compileLibraryCall(c, instr);
    if (inline) {
      ops.push(inline);
      return;
    }
    const next = emptySegment(block, i + 1);
    finish(compileCall(c, instr, next));
    segment = next;
  });
  nodes.push(block.terminator);
  finish(compileTerminator(c, block, block.terminator));
}

function compileTerminator(c: Context, block: Block, t: Terminator): End {
  switch (t.kind) {
    case 'goto': {
      const target = c.headOf(t.target);
      return () => target;
    }
    case 'branch': {
      const test = compileTest(c, t.condition);
      const yes = c.headOf(t.then);
      const no = c.headOf(t.else);
      const { coverage, trail } = c.machine.options;
      if (trail) return watchDecision(c, block, t, t.condition, (f) => (test(f) ? yes : no));
      if (coverage) return watchBranch(coverage, t, test, [yes, no]);
      return (f) => (test(f) ? yes : no);
    }
    case 'switch':
      return compileSwitch(c, block, t);
    case 'computed-goto': {
      const address = compileExpr(c, t.address) as Eval<Int>;
      return (f) => c.headOf(c.machine.program.labelOf(address(f)));
    }
    case 'choose':
      return () => obstruct('unsupported', 'asm goto');
    case 'return':
      return compileReturn(c, t);
    case 'unreachable':
      return () => fail('unreachable', 'control reached unreachable code');
  }
}

function compileSwitch(c: Context, block: Block, t: SwitchTerminator): End {
  const value = compileExpr(c, t.value) as Eval<Int>;
  const otherwise = c.headOf(t.default);
  const exact = new Map<Value, Segment>();
  const ranges: { low: Int; high: Int; target: Segment }[] = [];
  for (const { low, high, target } of t.cases) {
    if (low === high) exact.set(caseValue(low, t.value.type), c.headOf(target));
    else {
      ranges.push({
        low: caseValue(low, t.value.type),
        high: caseValue(high, t.value.type),
        target: c.headOf(target),
      });
    }
  }
  const end: End =
    ranges.length === 0
      ? (f) => exact.get(value(f)) ?? otherwise
      : (f) => {
          const v = value(f);
          return exact.get(v) ?? ranges.find((r) => v >= r.low && v <= r.high)?.target ?? otherwise;
        };
  const { coverage, trail } = c.machine.options;
  if (trail) return watchDecision(c, block, t, t.value, end);
  const cases = t.cases.map(({ low }) => caseValue(low, t.value.type));
  return coverage ? watchSwitch(coverage, t, value, cases, end) : end;
}

function caseValue(value: bigint, type: CType): Int {
  const rep = repOf(type);
  return isIntRep(rep) ? wrapInt(rep)(normalize(value)) : normalize(value);
}

// Instructions without control flow, to closures.
// Called once per instruction by the compiler of functions; calls have a file of their own.

import type { AsmInstr, AssignInstr, AssumeInstr, Instr, ScopeEndInstr } from '../../ir/instr.js';
import type { Frame, Op } from '../frame.js';
import { obstruct } from '../incidents.js';
import { objectOf } from '../pointer.js';
import { repOf, type Value } from '../rep.js';
import type { Int } from '../wide.js';
import { blankOf } from './blank.js';
import type { Context } from './context.js';
import { coerceTo } from './convert.js';
import { compileExpr, compileTest } from './expr.js';
import { compileClear, compileCopy, compileWrite, registerOf } from './place.js';

export function compileInstr(c: Context, instr: Exclude<Instr, { kind: 'call' }>): Op {
  switch (instr.kind) {
    case 'assign':
      return compileAssign(c, instr);
    case 'clear':
      return compileClear(c, instr.place);
    case 'assume':
      return compileAssume(c, instr);
    case 'scope-end':
      return compileScopeEnd(c, instr);
    case 'asm':
      return compileAsm(c, instr);
  }
}

function compileAssign(c: Context, instr: AssignInstr): Op {
  const { place, value } = instr;
  if (value.kind === 'load' && repOf(place.type) === 'bytes') return compileCopy(c, place, value.place);
  const source = compileExpr(c, value);
  const register = registerOf(c, place);
  if (register !== null) {
    return (f) => {
      f.registers[register] = source(f);
    };
  }
  const store = compileWrite(c, place);
  return (f) => store(f, source(f));
}

function compileAssume(c: Context, instr: AssumeInstr): Op {
  const test = compileTest(c, instr.condition);
  return (f) => {
    if (test(f) !== instr.holds) obstruct('assume', 'an assumption of the program does not hold on this input');
  };
}

/** The values of the variables become unspecified; their objects end. */
function compileScopeEnd(c: Context, instr: ScopeEndInstr): Op {
  const ends = instr.variables.map((v): Op => {
    if (c.inMemory[v.id]) return (f) => endMemoryVariable(c, f, v.id);
    const blank = blankOf(v.type);
    if (v.ownsBlock) return (f) => endOwnedBlock(c, f, v.id, blank);
    return (f) => {
      f.registers[v.id] = blank;
    };
  });
  if (ends.length === 1) return ends[0]!;
  return (f) => {
    for (const end of ends) end(f);
  };
}

export function endMemoryVariable(c: Pick<Context, 'memory'>, f: Frame, slot: number): void {
  const pointer = f.registers[slot] as Int;
  if (pointer === 0) return;
  c.memory.release(objectOf(pointer), null);
  f.registers[slot] = 0;
}

/** The memory of a variable length array ends with the hidden pointer to it. */
export function endOwnedBlock(c: Context, f: Frame, slot: number, blank: Value): void {
  const id = objectOf(f.registers[slot] as Int);
  f.registers[slot] = blank;
  if (!f.allocas?.includes(id)) return;
  f.allocas = f.allocas.filter((x) => x !== id);
  c.memory.release(id, null);
}

/**
 * Empty assembly is an idiom against optimisation; if there are as many outputs as inputs, they are taken to be tied.
 */
function compileAsm(c: Context, instr: AsmInstr): Op {
  if (instr.text.trim() !== '') {
    return () => obstruct('unsupported', `inline assembly: ${instr.text.trim().slice(0, 60)}`);
  }
  const tied = instr.outputs.length === instr.inputs.length ? instr.outputs : [];
  const copies = tied.flatMap((place, i) => {
    const input = instr.inputs[i];
    if (!input || (repOf(input.type) === 'bytes') !== (repOf(place.type) === 'bytes')) return [];
    const fit = coerceTo(repOf(place.type));
    const source = compileExpr(c, input);
    const store = compileWrite(c, place);
    return [(f: Frame) => store(f, fit(source(f)))];
  });
  return (f) => {
    for (const copy of copies) copy(f);
  };
}

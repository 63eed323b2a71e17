// Which variables may still be read: a backward data flow over the blocks of a function.
// Tells the engine which dangling pointers nobody will look at again, and which temporaries a call need not keep.

import { predecessorsOf, successorsOf } from '../../ir/cfg.js';
import type { Block, Expr, Instr, Place, Terminator } from '../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../ir/program.js';

export class Liveness {
  /** Live after instruction `index` of the block; index -1 is its beginning. */
  private readonly after: Set<LocalVariable>[][] = [];

  constructor(body: FunctionBody) {
    const atStart = body.blocks.map(() => new Set<LocalVariable>());
    const predecessors = predecessorsOf(body.blocks);
    const work = [...body.blocks];
    for (let block = work.pop(); block; block = work.pop()) {
      const old = atStart[block.id]!.size;
      const now = this.block(block, atStart);
      if (now.size === old && this.after[block.id]) continue;
      atStart[block.id] = now;
      work.push(...predecessors[block.id]!);
    }
    for (const block of body.blocks) this.block(block, atStart);
  }

  isLiveAfter(variable: LocalVariable, block: number, index: number): boolean {
    return this.after[block]![index + 1]!.has(variable);
  }

  private block(block: Block, atStart: readonly Set<LocalVariable>[]): Set<LocalVariable> {
    let live = new Set(successorsOf(block.terminator).flatMap((b) => [...atStart[b.id]!]));
    readByTerminator(block.terminator, live);
    const after: Set<LocalVariable>[] = [];
    after[block.instrs.length] = live;
    for (let i = block.instrs.length - 1; i >= 0; i--) {
      live = new Set(live);
      step(block.instrs[i]!, live);
      after[i] = live;
    }
    this.after[block.id] = after;
    return live;
  }
}

function step(i: Instr, live: Set<LocalVariable>): void {
  switch (i.kind) {
    case 'assign':
      write(i.place, live);
      return read(i.value, live);
    case 'clear':
      return write(i.place, live);
    case 'call':
      if (i.result) write(i.result, live);
      if (i.callee.kind === 'indirect') read(i.callee.pointer, live);
      for (const a of i.args) read(a, live);
      return;
    case 'assume':
      return read(i.condition, live);
    case 'scope-end':
      for (const v of i.variables) live.delete(v);
      return;
    case 'asm':
      for (const o of i.outputs) write(o, live);
      for (const e of i.inputs) read(e, live);
      return;
  }
}

function readByTerminator(t: Terminator, live: Set<LocalVariable>): void {
  if (t.kind === 'branch') read(t.condition, live);
  if (t.kind === 'switch') read(t.value, live);
  if (t.kind === 'return' && t.value) read(t.value, live);
  if (t.kind === 'computed-goto') read(t.address, live);
}

function write(p: Place, live: Set<LocalVariable>): void {
  if (p.kind === 'var' && p.variable.kind !== 'global') live.delete(p.variable);
  else readPlace(p, live);
}

function read(e: Expr, live: Set<LocalVariable>): void {
  switch (e.kind) {
    case 'load':
    case 'address':
      return readPlace(e.place, live);
    case 'unary':
    case 'cast':
      return read(e.operand, live);
    case 'binary':
      read(e.left, live);
      return read(e.right, live);
    default:
      return;
  }
}

function readPlace(p: Place, live: Set<LocalVariable>): void {
  switch (p.kind) {
    case 'var':
      if (p.variable.kind !== 'global') live.add(p.variable);
      return;
    case 'deref':
      return read(p.pointer, live);
    case 'index':
      read(p.index, live);
      return readPlace(p.base, live);
    case 'field':
      return readPlace(p.base, live);
  }
}

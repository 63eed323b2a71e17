// Liveness: which variables of a function may still be read.
// A backward data flow over the blocks of a body, computed once; engines forget dead variables.

import { predecessorsOf, successorsOf } from './cfg.js';
import type { Block, Expr, Instr, Place, Terminator } from './instr.js';
import type { FunctionBody, LocalVariable } from './program.js';

type Live = ReadonlySet<LocalVariable>;

export class Liveness {
  private readonly atStart: Live[];
  /** By block id: the live variables after each instruction; computed on demand. */
  private readonly within: Live[][] = [];

  constructor(body: FunctionBody) {
    this.atStart = body.blocks.map(() => new Set());
    const predecessors = predecessorsOf(body.blocks);
    const work = new Set([...body.blocks].reverse());
    for (const block of work) {
      work.delete(block);
      const now = this.before(block);
      if (now.size === this.atStart[block.id]!.size) continue;
      this.atStart[block.id] = now;
      for (const p of predecessors[block.id]!) work.add(p);
    }
  }

  /** The live variables at the start of the block. */
  atEntry(block: Block): Live {
    return this.atStart[block.id]!;
  }

  /** The live variables after instruction `index` of the block; -1 is its start. */
  behind(block: Block, index: number): Live {
    this.within[block.id] ??= this.through(block);
    return this.within[block.id]![index + 1]!;
  }

  /** live(b) = live before its instructions, from the union of live(s) over all successors s. */
  private before(block: Block): Live {
    const live = this.atEnd(block);
    for (let i = block.instrs.length - 1; i >= 0; i--) stepBack(block.instrs[i]!, live);
    return live;
  }

  private through(block: Block): Live[] {
    const live = this.atEnd(block);
    const sets: Live[] = [new Set(live)];
    for (let i = block.instrs.length - 1; i >= 0; i--) {
      stepBack(block.instrs[i]!, live);
      sets.push(new Set(live));
    }
    return sets.reverse();
  }

  private atEnd(block: Block): Set<LocalVariable> {
    const live = new Set(successorsOf(block.terminator).flatMap((b) => [...this.atStart[b.id]!]));
    readByTerminator(block.terminator, live);
    return live;
  }
}

/** Liveness is exact only for variables whose address is not taken and that own no memory. */
export const mayDie = (v: LocalVariable): boolean => !v.addressTaken && !v.ownsBlock;

/** The variables that the expression reads or takes the address of. */
export function variablesIn(e: Expr): ReadonlySet<LocalVariable> {
  const found = new Set<LocalVariable>();
  read(e, found);
  return found;
}

/** live before i = (live after i) - written(i) + read(i) */
function stepBack(i: Instr, live: Set<LocalVariable>): void {
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

/** Only a write to the whole variable kills it. */
function write(p: Place, live: Set<LocalVariable>): void {
  if (p.kind !== 'var') readPlace(p, live);
  else if (p.variable.kind !== 'global') live.delete(p.variable);
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

// Which variables may still be read: the others are dropped from states early, where nothing is lost by it.
// A backward pass over a body, made once; variables whose address is taken count as live.

import { successorsOf } from '../../ir/cfg.js';
import type { Block, Expr, Instr, Place, Terminator } from '../../ir/instr.js';
import type { FunctionBody } from '../../ir/program.js';

export interface Liveness {
  /** Ids of variables that may be read from the beginning of the block on. */
  readonly atEntry: readonly ReadonlySet<number>[];
  /** The same behind an instruction of the block. */
  behind(block: Block, index: number): ReadonlySet<number>;
}

export function livenessOf(body: FunctionBody): Liveness {
  const atEntry: Set<number>[] = body.blocks.map(() => new Set());
  for (let changed = true; changed; ) {
    changed = false;
    for (let id = body.blocks.length - 1; id >= 0; id--) {
      const live = before(body.blocks[id]!, -1, atEntry);
      if (live.size > atEntry[id]!.size) {
        atEntry[id] = live;
        changed = true;
      }
    }
  }
  return { atEntry, behind: (block, index) => before(block, index, atEntry) };
}

/** What is live behind instruction `index` of the block; -1 for its beginning. */
function before(block: Block, index: number, atEntry: readonly ReadonlySet<number>[]): Set<number> {
  const live = new Set<number>();
  for (const next of successorsOf(block.terminator)) for (const v of atEntry[next.id]!) live.add(v);
  readsOfTerminator(block.terminator, live);
  for (let i = block.instrs.length - 1; i > index; i--) {
    const instr = block.instrs[i]!;
    const written = writtenBy(instr);
    if (written !== null) live.delete(written);
    readsOfInstr(instr, live);
  }
  return live;
}

/** The variable that the instruction sets as a whole. */
function writtenBy(i: Instr): number | null {
  const place = i.kind === 'assign' || i.kind === 'clear' ? i.place : i.kind === 'call' ? i.result : null;
  return place?.kind === 'var' && place.variable.kind !== 'global' ? place.variable.id : null;
}

function readsOfInstr(i: Instr, live: Set<number>): void {
  switch (i.kind) {
    case 'assign':
      readsOfTarget(i.place, live);
      readsOfExpr(i.value, live);
      return;
    case 'clear':
      readsOfTarget(i.place, live);
      return;
    case 'call':
      if (i.result) readsOfTarget(i.result, live);
      if (i.callee.kind === 'indirect') readsOfExpr(i.callee.pointer, live);
      for (const a of i.args) readsOfExpr(a, live);
      return;
    case 'assume':
      readsOfExpr(i.condition, live);
      return;
    case 'asm':
      for (const p of i.outputs) readsOfPlace(p, live);
      for (const e of i.inputs) readsOfExpr(e, live);
      return;
    case 'scope-end':
      return;
  }
}

function readsOfTerminator(t: Terminator, live: Set<number>): void {
  if (t.kind === 'branch') readsOfExpr(t.condition, live);
  if (t.kind === 'switch') readsOfExpr(t.value, live);
  if (t.kind === 'computed-goto') readsOfExpr(t.address, live);
  if (t.kind === 'return' && t.value) readsOfExpr(t.value, live);
}

/** Writing a part of a variable keeps the rest of it. */
function readsOfTarget(p: Place, live: Set<number>): void {
  if (p.kind !== 'var') readsOfPlace(p, live);
}

function readsOfPlace(p: Place, live: Set<number>): void {
  if (p.kind === 'var') {
    if (p.variable.kind !== 'global') live.add(p.variable.id);
    return;
  }
  if (p.kind === 'deref') {
    readsOfExpr(p.pointer, live);
    return;
  }
  readsOfPlace(p.base, live);
  if (p.kind === 'index') readsOfExpr(p.index, live);
}

function readsOfExpr(e: Expr, live: Set<number>): void {
  switch (e.kind) {
    case 'load':
    case 'address':
      readsOfPlace(e.place, live);
      return;
    case 'unary':
    case 'cast':
      readsOfExpr(e.operand, live);
      return;
    case 'binary':
      readsOfExpr(e.left, live);
      readsOfExpr(e.right, live);
      return;
    default:
      return;
  }
}

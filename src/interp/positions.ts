// The position of each instruction of a function, and the temporaries that are live there.
// Used when a run is inspected: by the search for lost memory and by snapshots.

import type { Expr, Instr, Place, Terminator } from '../ir/instr.js';
import type { FunctionBody } from '../ir/program.js';

export interface Position {
  readonly block: number;
  /** Index in the block; the terminator follows the last instruction. */
  readonly index: number;
}

/** Facts about one function body, computed once. */
export class BodyFacts {
  private readonly positions = new Map<Instr | Terminator, Position>();
  /** By block: the temporaries that are live at its start. */
  private readonly liveIn: Set<number>[];

  constructor(private readonly body: FunctionBody) {
    for (const block of body.blocks) {
      block.instrs.forEach((instr, index) => {
        this.positions.set(instr, { block: block.id, index });
      });
      this.positions.set(block.terminator, { block: block.id, index: block.instrs.length });
    }
    this.liveIn = body.blocks.map(() => new Set());
    this.solve();
  }

  positionOf(node: Instr | Terminator): Position | null {
    return this.positions.get(node) ?? null;
  }

  /** The temporaries that are live before or after `node`. */
  liveTemporaries(node: Instr | Terminator, when: 'before' | 'after'): ReadonlySet<number> {
    const position = this.positionOf(node);
    if (!position) return new Set();
    const block = this.body.blocks[position.block]!;
    const stop = when === 'before' ? position.index : position.index + 1;
    return this.walkBack(block.id, stop);
  }

  private solve(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (let id = this.body.blocks.length - 1; id >= 0; id--) {
        const live = this.walkBack(id, 0);
        if (live.size === this.liveIn[id]!.size) continue;
        this.liveIn[id] = live;
        changed = true;
      }
    }
  }

  /** Live before instruction `stop` of a block. */
  private walkBack(id: number, stop: number): Set<number> {
    const { instrs, terminator } = this.body.blocks[id]!;
    const live = new Set<number>();
    for (const next of successors(terminator)) for (const v of this.liveIn[next]!) live.add(v);
    if (stop <= instrs.length) visitTerminator(terminator, live);
    for (let i = instrs.length - 1; i >= stop; i--) visitInstr(instrs[i]!, live);
    return live;
  }
}

export function successors(t: Terminator): number[] {
  switch (t.kind) {
    case 'goto':
      return [t.target.id];
    case 'branch':
      return [t.then.id, t.else.id];
    case 'switch':
      return [t.default.id, ...t.cases.map((c) => c.target.id)];
    case 'computed-goto':
    case 'choose':
      return t.targets.map((b) => b.id);
    default:
      return [];
  }
}

function visitTerminator(t: Terminator, live: Set<number>): void {
  if (t.kind === 'branch') readExpr(t.condition, live);
  if (t.kind === 'switch') readExpr(t.value, live);
  if (t.kind === 'computed-goto') readExpr(t.address, live);
  if (t.kind === 'return' && t.value) readExpr(t.value, live);
}

function visitInstr(i: Instr, live: Set<number>): void {
  switch (i.kind) {
    case 'assign':
      write(i.place, live);
      readExpr(i.value, live);
      break;
    case 'clear':
      write(i.place, live);
      break;
    case 'call':
      if (i.result) write(i.result, live);
      if (i.callee.kind === 'indirect') readExpr(i.callee.pointer, live);
      for (const a of i.args) readExpr(a, live);
      break;
    case 'assume':
      readExpr(i.condition, live);
      break;
    case 'asm':
      for (const p of i.outputs) write(p, live);
      for (const e of i.inputs) readExpr(e, live);
      break;
    case 'scope-end':
      for (const v of i.variables) live.delete(v.id);
      break;
  }
}

function write(place: Place, live: Set<number>): void {
  if (place.kind === 'var' && place.variable.kind === 'temporary') live.delete(place.variable.id);
  else readPlace(place, live);
}

function readPlace(place: Place, live: Set<number>): void {
  switch (place.kind) {
    case 'var':
      if (place.variable.kind === 'temporary') live.add(place.variable.id);
      break;
    case 'deref':
      readExpr(place.pointer, live);
      break;
    case 'field':
      readPlace(place.base, live);
      break;
    case 'index':
      readPlace(place.base, live);
      readExpr(place.index, live);
      break;
  }
}

function readExpr(e: Expr, live: Set<number>): void {
  switch (e.kind) {
    case 'load':
    case 'address':
      readPlace(e.place, live);
      break;
    case 'unary':
    case 'cast':
      readExpr(e.operand, live);
      break;
    case 'binary':
      readExpr(e.left, live);
      readExpr(e.right, live);
      break;
  }
}

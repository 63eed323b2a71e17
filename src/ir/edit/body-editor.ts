// Rewrites one body: instructions are visited in order, and what replaces them may branch. The original stays as it is.
// For passes that give functions other bodies (replace-bodies.ts).

import type { CType } from '../../types/types.js';
import type { Block, Expr, Instr, Place, Terminator } from '../instr.js';
import type { FunctionBody, LocalVariable } from '../program.js';
import { type Renaming, renameInstr, renameTerminator } from './rename.js';

export interface OpenBlock {
  readonly id: number;
  instrs: Instr[];
  terminator: Terminator;
}

const OPEN: Terminator = { kind: 'unreachable', at: -1, end: -1 };

export interface Visitor {
  readonly instr: (i: Instr) => void;
  /** May emit what is to happen before the terminator. */
  readonly terminator?: (t: Terminator) => Terminator;
}

export class BodyEditor {
  readonly variables: LocalVariable[];
  readonly blocks: OpenBlock[];
  current: OpenBlock;

  constructor(readonly body: FunctionBody) {
    this.variables = [...body.variables];
    this.blocks = body.blocks.map(({ id }) => ({ id, instrs: [], terminator: OPEN }));
    this.current = this.blocks[0]!;
  }

  /** Visits every instruction and terminator of the original; the visitor emits what takes its place. */
  rewrite({ instr, terminator = (t) => t }: Visitor): void {
    const renaming: Renaming = { function: (f) => f, variable: (v) => v, block: (b) => this.blocks[b.id]! };
    for (const block of this.body.blocks) {
      this.current = this.blocks[block.id]!;
      for (const i of block.instrs) instr(renameInstr(i, renaming));
      const last = terminator(renameTerminator(block.terminator, renaming));
      this.current.terminator = last;
    }
  }

  finish(): FunctionBody {
    const blocks: readonly Block[] = this.blocks;
    return { ...this.body, variables: this.variables, blocks, entry: blocks[0]! };
  }

  emit(instr: Instr): void {
    this.current.instrs.push(instr);
  }

  newBlock(): OpenBlock {
    const block: OpenBlock = { id: this.blocks.length, instrs: [], terminator: OPEN };
    this.blocks.push(block);
    return block;
  }

  /** Ends the current block; what is emitted next goes to `next`. */
  end(terminator: Terminator, next: OpenBlock): void {
    this.current.terminator = terminator;
    this.current = next;
  }

  /** The current block goes on in `next`. */
  start(next: OpenBlock, { at, end }: Pick<Instr, 'at' | 'end'>): void {
    this.end({ kind: 'goto', target: next, at, end }, next);
  }

  addVariable(
    kind: 'local' | 'temporary',
    name: string,
    type: CType,
    { at, addressTaken = false }: { readonly at: number; readonly addressTaken?: boolean },
  ): LocalVariable {
    const id = this.variables.length;
    const variable: LocalVariable = { kind, name: `${name}.${id}`, type, id, addressTaken, ownsBlock: false, at };
    this.variables.push(variable);
    return variable;
  }
}

/** The variable that an assignment to the place changes; null if it lies behind a pointer. */
export function rootOf(place: Place): Extract<Place, { kind: 'var' }>['variable'] | null {
  if (place.kind === 'var') return place.variable;
  return place.kind === 'deref' ? null : rootOf(place.base);
}

export const withoutCasts = (e: Expr): Expr => (e.kind === 'cast' ? withoutCasts(e.operand) : e);

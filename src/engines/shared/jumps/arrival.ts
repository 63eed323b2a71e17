// What a jump finds where it arrives: variables of the function that have changed since the setjmp are indeterminate (C17
// 7.13.2.1), unless they are volatile; those of blocks that it leaves are gone.
// Fills the block in front of the code behind a setjmp, once the rest of the body is rewritten.

import { successorsOf } from '../../../ir/cfg.js';
import { type BodyEditor, type OpenBlock, rootOf } from '../../../ir/edit/body-editor.js';
import { Maker } from '../../../ir/edit/build.js';
import type { Block, Expr, Instr, Place, Terminator } from '../../../ir/instr.js';
import { Liveness, mayDie } from '../../../ir/liveness.js';
import type { LocalVariable } from '../../../ir/program.js';
import { walkNode } from '../../../ir/walk.js';
import { type CType, VOLATILE } from '../../../types/types.js';
import { bufferType } from './library.js';
import type { Context, Landing, Takeoff } from './rewrite.js';
import { mayChange } from './stores.js';

/**
 * Whether a variable has really changed is not known here, and what reads an indeterminate pointer ends in an error: therefore
 * the value is lost or kept, and engines follow both. A run takes the one that a machine without registers has.
 */
export function arrive(editor: BodyEditor, landing: Landing, takeoffs: readonly Takeoff[], context: Context): void {
  const { call, arrival } = landing;
  const { types, target, value } = context.hidden;
  const make = new Maker(types, call);
  const lose = context.purpose === 'engines' ? lossesAt(editor, landing, takeoffs, context) : [];
  arrival.terminator = OPEN;
  editor.current = arrival;
  for (const loss of lose) loss(editor, make);
  editor.emit(make.assign(make.variable(target), make.number(0, types.voidPointer)));
  if (call.result) {
    const arrived = make.cast(make.load(make.variable(value)), call.result.type.unqualified);
    editor.emit(make.assign(call.result, arrived));
  }
  editor.current.terminator = make.goto(landing.behind);
}

const OPEN: Terminator = { kind: 'unreachable', at: -1, end: -1 };

type Loss = (editor: BodyEditor, make: Maker) => void;

function lossesAt(editor: BodyEditor, landing: Landing, takeoffs: readonly Takeoff[], context: Context): Loss[] {
  const { call, behind } = landing;
  const changes = new Changes(editor, landing, instrsBetween(editor, behind, takeoffs), context);
  const live = new Liveness(editor.finish()).atEntry(behind);
  const own = call.result?.kind === 'var' ? call.result.variable : null;
  const isRead = (v: LocalVariable): boolean => !mayDie(v) || (live.has(v) && v !== own);
  const { variables } = editor.body;
  const gone = variables.filter((v) => changes.isGone(v));
  const dead = gone.filter((v) => !isRead(v));
  const end: Loss = (e) => e.emit({ kind: 'scope-end', variables: dead, at: call.at, end: call.end });
  const doubtful = variables.filter((v) => isRead(v) && (gone.includes(v) || changes.isIndeterminate(v)));
  return [
    ...(dead.length > 0 ? [end] : []),
    ...doubtful.map(
      (v): Loss =>
        (e, make) =>
          maybeLose(e, make, v, gone.includes(v) ? 'gone' : 'there', context),
    ),
  ];
}

/** `if (nondet()) v = undefined`, or its lifetime ends */
function maybeLose(
  editor: BodyEditor,
  make: Maker,
  v: LocalVariable,
  lifetime: 'gone' | 'there',
  { hidden: { types, nondet } }: Context,
): void {
  const choice = editor.addVariable('temporary', '.choice', types.int, v);
  const [loses, next] = [editor.newBlock(), editor.newBlock()];
  editor.emit(make.call(nondet, [], make.variable(choice)));
  editor.end(make.branch(make.load(make.variable(choice)), loses, next), loses);
  if (lifetime === 'gone') editor.emit({ kind: 'scope-end', variables: [v], at: v.at, end: v.at });
  else {
    const unknown = editor.addVariable('local', '.indeterminate', v.type.unqualified, { at: v.at });
    editor.emit(make.assign(make.variable(v), make.load(make.variable(unknown))));
  }
  editor.end(make.goto(next), next);
}

export function reachedFrom(start: Block): ReadonlySet<Block> {
  const reached = new Set([start]);
  for (const block of reached) for (const next of successorsOf(block.terminator)) reached.add(next);
  return reached;
}

/** Instructions that may run between the setjmp and a jump. */
function instrsBetween(editor: BodyEditor, behind: OpenBlock, takeoffs: readonly Takeoff[]): Instr[] {
  const reached = reachedFrom(behind);
  const away = new Set<Block>(takeoffs.map((t) => t.block));
  for (let before = -1; before < away.size; ) {
    before = away.size;
    for (const block of reached) if (successorsOf(block.terminator).some((b) => away.has(b))) away.add(block);
  }
  return editor.blocks.filter((b) => reached.has(b) && away.has(b)).flatMap((b) => b.instrs);
}

class Changes {
  private readonly written = new Set<LocalVariable>();
  private readonly mentioned = new Set<LocalVariable>();
  private readonly stored = new Set<string>();
  private readonly buffer: CType;

  constructor(
    private readonly editor: BodyEditor,
    private readonly landing: Landing,
    between: readonly Instr[],
    { stores, fillsBuffer }: Context,
  ) {
    this.buffer = bufferType(landing.call.args[0]!)!;
    for (const i of between) {
      for (const place of writtenBy(i)) note(rootOf(place), this.written);
      if (i.kind === 'scope-end') for (const v of i.variables) this.written.add(v);
      walkNode(i, { expr: (e) => this.noteAddress(e) });
      if (!fillsBuffer(i)) for (const kind of stores.by(i)) this.stored.add(kind);
    }
  }

  /** Buffers may be handed over. */
  private noteAddress(e: Expr): void {
    if (e.kind !== 'address') return;
    const { target } = e.type;
    const isBuffer = target.unqualified === this.buffer;
    if (!isBuffer) note(rootOf(e.place), this.mentioned);
  }

  /** A variable that is not there at the setjmp, or whose contents are lost; no pointer leads to it that may be used. */
  isGone(v: LocalVariable): boolean {
    if (isVolatile(v.type) && this.isThere(v)) return false;
    return v.addressTaken ? !this.isThere(v) : this.written.has(v);
  }

  isIndeterminate(v: LocalVariable): boolean {
    if (!v.addressTaken || isVolatile(v.type) || !mayChange(ALL, v.type, this.buffer)) return false;
    return this.written.has(v) || this.mentioned.has(v) || mayChange(this.stored, v.type, this.buffer);
  }

  /**
   * Is the setjmp in the block of the variable? Its declaration must stand before, and its block must end behind, or nowhere but
   * at the end of the function. Without an end in sight, code in front of the setjmp that runs after it may be in another block.
   */
  private isThere(v: LocalVariable): boolean {
    const { call } = this.landing;
    if (v.kind === 'parameter') return true;
    if (v.at > call.at) return false;
    const ends = this.editor.body.blocks.flatMap((b) =>
      b.instrs.filter((i) => i.kind === 'scope-end' && i.variables.includes(v)),
    );
    if (ends.length > 0) return ends.some((i) => i.at > call.at);
    return !this.isMentionedBefore(v);
  }

  private isMentionedBefore(v: LocalVariable): boolean {
    const { call, behind } = this.landing;
    const reached = reachedFrom(behind);
    let found = false;
    const place = (p: Place): void => {
      if (p.kind === 'var' && p.variable === v && p.at < call.at) found = true;
    };
    for (const { instrs, terminator } of reached) for (const node of [...instrs, terminator]) walkNode(node, { place });
    return found;
  }
}

const ALL: ReadonlySet<string> = new Set(['any']);

const isVolatile = (type: CType): boolean =>
  (type.quals & VOLATILE) !== 0 || (type.kind === 'array' && isVolatile(type.element));

function writtenBy(i: Instr): readonly Place[] {
  if (i.kind === 'assign' || i.kind === 'clear') return [i.place];
  if (i.kind === 'call') return i.result ? [i.result] : [];
  return i.kind === 'asm' ? i.outputs : [];
}

function note(v: ReturnType<typeof rootOf>, into: Set<LocalVariable>): void {
  if (v && v.kind !== 'global') into.add(v);
}

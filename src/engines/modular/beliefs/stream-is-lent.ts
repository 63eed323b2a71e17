// Belief: an unknown function does not keep a stream that its caller closes.
// Asked by calls/calls.ts about the arguments of unknown calls.

import type { CallInstr, Expr } from '../../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../../ir/program.js';
import type { Belief } from './belief.js';

export const streamIsLent: Belief = {
  name: 'stream-is-lent',
  why: 'read_image(in); fclose(in): who opens a stream closes it, and the functions between read from it or write to it.',
  stage: 'call',
  effect: 'finds',
};

/** Is it a local FILE * that a call in the function closes? */
export function isLentStream({ blocks }: FunctionBody, arg: Expr | undefined): boolean {
  const stream = arg && streamIn(arg);
  if (!stream) return false;
  const closes = ({ callee, args }: CallInstr): boolean =>
    callee.kind === 'direct' &&
    CLOSING.has(callee.function.name) &&
    args[0] !== undefined &&
    streamIn(args[0]) === stream;
  return blocks.some(({ instrs }) => instrs.some((i) => i.kind === 'call' && closes(i)));
}

const CLOSING: ReadonlySet<string> = new Set(['fclose', 'pclose']);
/** The record behind FILE, in the libraries of GNU and musl, and in those of BSD. */
const STREAM: ReadonlySet<string | null> = new Set(['_IO_FILE', '__sFILE']);

function streamIn(e: Expr): LocalVariable | null {
  if (e.kind === 'cast') return streamIn(e.operand);
  if (e.kind !== 'load' || e.place.kind !== 'var' || e.type.kind !== 'pointer') return null;
  const { variable } = e.place;
  const { target } = e.type;
  return variable.kind !== 'global' && target.kind === 'record' && STREAM.has(target.body.tag) ? variable : null;
}

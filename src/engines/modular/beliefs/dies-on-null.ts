// Belief: an unknown function that is called because a pointer is null, and does all that is done about it, does not return.
// Asked by procedure.ts at branches; the null that the test finds carries the doubt.

import type { Block, CallInstr, Instr } from '../../../ir/instr.js';
import { isIntrinsic } from '../../../ir/intrinsics.js';
import type { Program } from '../../../ir/link.js';
import { type FunctionBody, type FunctionSymbol, symbolOf } from '../../../ir/program.js';
import type { Belief } from './belief.js';

export const diesOnNull: Belief = {
  name: 'dies-on-null',
  why: 'if (!p) die("no p"); is followed by uses of p: the author relies on it that `die` does not return.',
  stage: 'path',
  effect: 'silences',
};

/**
 * The blocks that only a test leads to, and that consist of calls, the last one of an unknown function:
 *   {t := e | f(…)}* die(…); goto b
 * Not if the body expects elsewhere that `die` returns.
 */
export function lastWordsIn(program: Program, { blocks }: FunctionBody): ReadonlySet<Block> {
  const words = blocks.flatMap((block) => {
    const die = lastWord(program, block);
    return die ? [{ block, die }] : [];
  });
  if (words.length === 0) return NO_BLOCKS;
  const joined = new Set(blocks.flatMap(({ terminator: t }) => (t.kind === 'goto' ? [t.target] : [])));
  const returning = new Set(blocks.flatMap(returningIn));
  return new Set(words.flatMap(({ block, die }) => (joined.has(block) || returning.has(die) ? [] : [block])));
}

const NO_BLOCKS: ReadonlySet<Block> = new Set();

function lastWord(program: Program, { instrs, terminator }: Block): FunctionSymbol | null {
  if (terminator.kind !== 'goto') return null;
  const done = instrs.filter((instr) => !isPreparation(instr));
  const last = done.at(-1);
  const isOnlyCalls = done.every((instr) => instr.kind === 'call' && !instr.result);
  return last?.kind === 'call' && isOnlyCalls ? unknownIn(program, last) : null;
}

/** Computes an operand, or ends its life. */
function isPreparation(instr: Instr): boolean {
  if (instr.kind === 'scope-end') return true;
  const place = instr.kind === 'assign' ? instr.place : instr.kind === 'call' ? instr.result : null;
  return place?.kind === 'var' && place.variable.kind === 'temporary';
}

function unknownIn(program: Program, { callee }: CallInstr): FunctionSymbol | null {
  if (callee.kind === 'indirect' || program.definitionOf(callee.function)) return null;
  const { name, attributes } = callee.function;
  const isKnown = isIntrinsic(symbolOf(callee.function)) || name.startsWith('__builtin_') || attributes.pure;
  return isKnown ? null : callee.function;
}

/** The functions that are called before something else is done in the block, or before it returns. */
function returningIn({ instrs, terminator }: Block): FunctionSymbol[] {
  const last = terminator.kind === 'return' ? instrs.length : instrs.findLastIndex((instr) => !isPreparation(instr));
  return instrs
    .slice(0, Math.max(0, last))
    .flatMap((instr) => (instr.kind === 'call' && instr.callee.kind === 'direct' ? [instr.callee.function] : []));
}

// setjmp and longjmp as ordinary control flow: a program without them that does the same, for all engines and for runs.
//
//   setjmp(b)      stores the address of a variable of its own, `here`, in the buffer b and returns 0: `*(void **)b = &here`
//   longjmp(b, v)  `target = *(void **)b`, reads `*target` and leaves the function
//   f(…)           is followed by a test, if f may jump: with a jump under way (`target` is not null) the function is left, too,
//                  or, if `target == &here`, execution goes on behind the setjmp
//
// Because `here` lives as long as the call that filled the buffer, a jump to a function that has returned reads a variable
// that is gone, and one by a buffer that nobody filled reads through an uninitialised or null pointer: errors that engines know.
// Copies of buffers, recursion and buffers anywhere in memory need no more than pointers in memory do.

import { replaceBodies } from '../../../ir/edit/replace-bodies.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionBody, FunctionSymbol } from '../../../ir/program.js';
import { isModel } from '../../../models/origin.js';
import { type Followed, leftOpen, NOTHING_OPEN, universeOf } from '../follow.js';
import { JumpLibrary, obstacleIn } from './library.js';
import { MayJump } from './may-jump.js';
import { hiddenIn, type Purpose, rewriteJumps } from './rewrite.js';
import { Stores } from './stores.js';

/** Jumps of executions from the entry; the same program if it has none, or if they cannot be followed. */
export function followJumps(program: Program, entry: FunctionSymbol, purpose: Purpose): Followed {
  const library = new JumpLibrary(program);
  const functions = universeOf(program, entry);
  const unchanged = { program, entry, unitOf: null };
  if (![...functions].some(library.isUsedBy)) return { ...unchanged, open: NOTHING_OPEN };
  const mayJump = new MayJump(library, program, functions);
  const callback = [...mayJump].find((f) => isModel(f) && f.linkage === 'external') ?? [...mayJump].find(isModel);
  const obstacle = obstacleIn(library, program, functions);
  if (obstacle) return { ...unchanged, open: leftOpen(obstacle.function, obstacle.at, obstacle.text) };
  if (callback) {
    const text = `a jump out of a function that \`${callback.name}\` calls is not followed`;
    return { ...unchanged, open: leftOpen(entry, entry.body!, text) };
  }
  const hidden = hiddenIn(program);
  const context = { library, mayJump, stores: new Stores(program), hidden, entry, purpose };
  const concerned = [...functions].filter((f) => mayJump.has(f) || library.isUsedBy(f));
  const bodies = new Map<FunctionSymbol, FunctionBody>(concerned.map((f) => [f, rewriteJumps(f, context)]));
  const replaced = replaceBodies(program, bodies, [hidden.target, hidden.value]);
  return {
    program: replaced.program,
    entry: replaced.functionOf(entry),
    unitOf: replaced.unitOf,
    open: NOTHING_OPEN,
  };
}

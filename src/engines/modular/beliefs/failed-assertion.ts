// Belief: a function that is named after assertions and called because a test fails, and for nothing else, does not return.
// Asked by calls.ts at calls of functions without a body.

import type { Block } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import type { FunctionBody, FunctionSymbol } from '../../../ir/program.js';
import type { Belief } from './belief.js';
import { lastWordsIn } from './dies-on-null.js';

export const failedAssertion: Belief = {
  name: 'failed-assertion',
  why: 'if (ok) ; else assertion_failed("ok"); ends the program: test libraries declare it so for some analyzers only.',
  stage: 'call',
  effect: 'silences',
};

interface At {
  readonly program: Program;
  readonly body: FunctionBody;
  readonly block: Block;
}

export const isFailedAssertion = ({ program, body, block }: At, { name, type }: FunctionSymbol): boolean =>
  /assert/i.test(name) && type.result.kind === 'void' && lastWordsIn(program, body).has(block);

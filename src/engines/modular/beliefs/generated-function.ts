// Belief: a function that is one long line was made by a macro, and its tests are for all who use the macro.
// Asked by exec/here.ts before a null dereference is reported.

import type { FunctionBody } from '../../../ir/program.js';
import type { Belief } from './belief.js';

export const generatedFunction: Belief = {
  name: 'generated-function',
  why: 'RB_GENERATE and its like test for what some trees need; that something may be null in this one does not follow.',
  stage: 'report',
  effect: 'silences',
};

/** Nobody writes a function of so many bytes in one line. */
const LONG_LINE = 500;

export const isGenerated = ({ source, at, end }: FunctionBody): boolean =>
  end - at > LONG_LINE && source.locate(at).line === source.locate(end).line;

// Belief: a function on one long line is expanded from a macro, and its tests serve all users of the macro.
// Asked by exec/report.ts before a null dereference is reported.

import type { FunctionBody } from '../../../ir/program.js';
import type { Belief } from './belief.js';

export const generatedFunction: Belief = {
  name: 'generated-function',
  why: 'RB_GENERATE and similar macros test for what some trees need; that does not show that a pointer may be null in this one.',
  stage: 'report',
  effect: 'silences',
  kept: { real: 0, false: 4 },
};

/** Hand-written functions of this many bytes span several lines. */
const LONG_LINE = 500;

export const isGenerated = ({ source, at, end }: FunctionBody): boolean =>
  end - at > LONG_LINE && source.locate(at).line === source.locate(end).line;

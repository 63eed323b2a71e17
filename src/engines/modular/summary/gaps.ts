// Gaps: why the outcomes of a summary may not be all that a call can do.
// Collected while a procedure is executed (ownership/claims.ts), kept with its summary, asked at calls.

/**
 * paths      some paths of the procedure were not followed: a call may do other things as well
 * callees    so it is with a procedure that it calls
 * loops      paths were cut in loops: an input that fits no outcome may take more rounds
 * inputs     unlikely inputs were left out (nonzero-size)
 * recursion  deeper calls of a recursive function may do anything; only while it is analysed for the last time
 */
export type Gap = 'paths' | 'callees' | 'loops' | 'inputs' | 'recursion';

interface WithGaps {
  readonly gaps: readonly Gap[];
}

const has = ({ gaps }: WithGaps, ...some: readonly Gap[]): boolean => some.some((gap) => gaps.includes(gap));

/** Were all paths of the procedure itself followed? */
export const isComplete = (summary: WithGaps): boolean => !has(summary, 'paths');

/** And those of all it calls? Then an input that fits no outcome is one with which it never returns. */
export const isSure = (summary: WithGaps): boolean => !has(summary, 'paths', 'callees');

/** May an input that fits no outcome be beyond the rounds that were followed, or unlikely? */
export const isLimited = (summary: WithGaps): boolean => has(summary, 'loops', 'inputs');

export const isRecursing = (summary: WithGaps): boolean => has(summary, 'recursion');

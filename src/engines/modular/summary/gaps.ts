// Gaps: why the outcomes of a summary may not be all outcomes of a call.
// Collected while a procedure is executed (ownership/claims.ts), stored in its summary, consulted at calls.

/**
 * paths      some paths of the procedure were not followed: a call may have other outcomes
 * callees    a procedure that it calls has gaps
 * loops      paths were cut in loops: an input that fits no outcome may need more iterations
 * inputs     unlikely inputs were left out (nonzero-size)
 * recursion  deeper calls of a recursive function are unknown; only in the last round of analysis
 * unnamed    it takes arguments from a list (va_arg): what happens to those that it does not name is in no outcome
 */
export type Gap = 'paths' | 'callees' | 'loops' | 'inputs' | 'recursion' | 'unnamed';

interface WithGaps {
  readonly gaps: readonly Gap[];
}

const has = ({ gaps }: WithGaps, ...some: readonly Gap[]): boolean => some.some((gap) => gaps.includes(gap));

/** Were all paths of the procedure itself followed? */
export const isComplete = (summary: WithGaps): boolean => !has(summary, 'paths');

/** The same including all callees: then the procedure does not return for an input that fits no outcome. */
export const isSure = (summary: WithGaps): boolean => !has(summary, 'paths', 'callees');

/** May an input that fits no outcome need more iterations, or be an unlikely one? */
export const isLimited = (summary: WithGaps): boolean => has(summary, 'loops', 'inputs');

export const isRecursing = (summary: WithGaps): boolean => has(summary, 'recursion');

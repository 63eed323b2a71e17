// Why runs from the function of a finding do not reach it: how far the best of them came, and what ended it there.
// From the trials of a search to the answer `not reached`; `caulk bench replay --why` counts the kinds.

import type { Way } from '../../interp/given/way.js';
import type { RunResult } from '../../interp/run.js';

export const STOP_KINDS = [
  'not tried',
  'no block is named',
  'decided by the input',
  'decided by a callee',
  'ended in a callee',
  'another error before',
  'input out of bounds',
  'unknown code',
  'too long',
  'no error at the end',
  'crashed',
] as const;

export type StopKind = (typeof STOP_KINDS)[number];

export interface Stop {
  /** Of so many turns of the route, the first ones. */
  readonly followed: number;
  readonly turns: number;
  readonly stop: StopKind;
  /** For people. */
  readonly why: string;
}

export const NOT_TRIED: Stop = { followed: -1, turns: 0, stop: 'not tried', why: 'it was not tried' };

/** Of the loss of memory of which is not known where it is allocated. */
export const NO_BLOCK: Stop = {
  ...NOT_TRIED,
  stop: 'no block is named',
  why: 'it is not known where the memory is allocated',
};

/** A run ended by an error of our own. */
export const crashedBy = (why: string): Stop => ({ ...NOT_TRIED, stop: 'crashed', why });

/** The first run that came furthest is the one that needs least. */
export const isFurther = (a: Stop, b: Stop): boolean => a.followed > b.followed;

export function stopOf({ outcome }: RunResult, way: Way): Stop {
  const { followed, route, leftAt } = way;
  const at = { followed, turns: route.turns.length };
  if (leftAt) return { ...at, ...decisionAt(way) };
  if (outcome.kind === 'exit')
    return way.isAtEnd
      ? { ...at, stop: 'no error at the end', why: 'returned' }
      : { ...at, stop: 'ended in a callee', why: 'ended' };
  const { message, calls } = outcome.kind === 'incident' ? outcome.incident : outcome;
  const why = calls[0] ? `${message} (${calls[0].function}, line ${calls[0].location.line})` : message;
  if (outcome.kind === 'incident') return { ...at, stop: 'another error before', why };
  return { ...at, stop: STOPS[outcome.obstacle] ?? 'unknown code', why };
}

const STOPS: Readonly<Record<string, StopKind>> = {
  'unknown-input': 'input out of bounds',
  steps: 'too long',
  memory: 'too long',
};

function decisionAt({ route, leftAt, causes: [last] }: Way): Pick<Stop, 'stop' | 'why'> {
  const { source } = route.function.body!;
  const { terminator } = leftAt!;
  const line = source.locate(terminator.at).line;
  const what = terminator.kind === 'branch' ? ` at \`${source.phrase(terminator.condition)}\`` : '';
  const knows = last !== undefined && last.origins.length > 0;
  return { stop: knows ? 'decided by the input' : 'decided by a callee', why: `left${what} line ${line}` };
}

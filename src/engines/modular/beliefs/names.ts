// The names of all beliefs.
export const BELIEF_NAMES = [
  'cleared-table',
  'compared-with-null-variable',
  'end-of-search',
  'null-needed-by-another-path',
  'null-tested-by-callee',
  'one-of-several-outcomes',
] as const;
export type BeliefName = (typeof BELIEF_NAMES)[number];

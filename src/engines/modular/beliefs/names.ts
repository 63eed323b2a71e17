// The names of all beliefs, in the order of the stages at which they act.
// Below everything else of this folder: doubts (domain/doubts.ts) are names of beliefs.

export const BELIEF_NAMES = [
  // path
  'null-needed-by-another-path',
  'end-of-search',
  'tested-by-macro',
  'shown-instead',
  'compared-with-null-variable',
  'cleared-table',
  'two-names',
  'exhaustive-switch',
  'nonzero-size',
  'initial-hook',
  'filled-by-loop',
  'dies-on-null',
  // call
  'one-of-several-outcomes',
  'null-tested-by-callee',
  'ignored-insertion',
  'ignored-failure',
  'null-means-failure',
  'more-rounds',
  'unlinked-when-freed',
  'part-only',
  'const-is-borrowed',
  'stream-is-lent',
  'buffer-is-lent',
  'counted-free',
  'flagged-free',
  'some-element',
  'set-in-another-outcome',
  'no-error-before',
  'fatal-signal',
  'failed-assertion',
  // summary
  'owned-result',
  'callers-decide',
  // report
  'merged-state',
  'decided-in-between',
  'generated-function',
  'cleared-member',
  'guessed-callee',
  'same-sentence',
  'tested-after-use',
  // program
  'freed-field-owns',
  'fresh-field-owns',
  'static-field',
  'link-field',
  'cared-for',
  'two-stage-cleanup',
  'counted-cleanup',
  'recycled-record',
  'handed-empty',
  'other-implementation',
  'repeated-setter',
  'gutted-record',
  'deviant-setter',
  'deviant-null',
  'deviant-unlink',
  'deviant-lookup',
  'deviant-walk',
  'found-element',
] as const;

export type BeliefName = (typeof BELIEF_NAMES)[number];

export const isBeliefName = (name: string): name is BeliefName => (BELIEF_NAMES as readonly string[]).includes(name);

// All beliefs by name; the type requires that none is missing. `--without-belief NAME` disables one.
// Read by the command line, `caulk bench beliefs` and the tests of test/programs/beliefs.

import type { Belief, Believer } from './belief.js';
import { bufferIsLent } from './buffer-is-lent.js';
import { callersDecide } from './callers-decide.js';
import { caredFor } from './cared-for.js';
import { clearedMember } from './cleared-member.js';
import { clearedTable } from './cleared-table.js';
import { comparedWithNullVariable } from './compared-with-null-variable.js';
import { constIsBorrowed } from './const-is-borrowed.js';
import { countedCleanup } from './counted-cleanup.js';
import { countedFree } from './counted-free.js';
import { decidedInBetween } from './decided-in-between.js';
import { deviantLookup } from './deviant-lookup.js';
import { deviantNull } from './deviant-null.js';
import { deviantSetter } from './deviant-setter.js';
import { deviantUnlink } from './deviant-unlink.js';
import { deviantWalk } from './deviant-walk.js';
import { diesOnNull } from './dies-on-null.js';
import { endOfSearch } from './end-of-search.js';
import { exhaustiveSwitch } from './exhaustive-switch.js';
import { failedAssertion } from './failed-assertion.js';
import { fatalSignal } from './fatal-signal.js';
import { filledByLoop } from './filled-by-loop.js';
import { flaggedFree } from './flagged-free.js';
import { foundElement } from './found-element.js';
import { freedFieldOwns } from './freed-field-owns.js';
import { freshFieldOwns } from './fresh-field-owns.js';
import { generatedFunction } from './generated-function.js';
import { guessedCallee } from './guessed-callee.js';
import { guttedRecord } from './gutted-record.js';
import { handedEmpty } from './handed-empty.js';
import { ignoredFailure } from './ignored-failure.js';
import { ignoredInsertion } from './ignored-insertion.js';
import { initialHook } from './initial-hook.js';
import { linkField } from './link-field.js';
import { mergedState } from './merged-state.js';
import { moreRounds } from './more-rounds.js';
import { BELIEF_NAMES, type BeliefName } from './names.js';
import { noErrorBefore } from './no-error-before.js';
import { nonzeroSize } from './nonzero-size.js';
import { nullMeansFailure } from './null-means-failure.js';
import { nullNeededByAnotherPath } from './null-needed-by-another-path.js';
import { nullTestedByCallee } from './null-tested-by-callee.js';
import { oneOfSeveralOutcomes } from './one-of-several-outcomes.js';
import { otherImplementation } from './other-implementation.js';
import { ownedResult } from './owned-result.js';
import { partOnly } from './part-only.js';
import { recycledRecord } from './recycled-record.js';
import { repeatedSetter } from './repeated-setter.js';
import { sameSentence } from './same-sentence.js';
import { setInAnotherOutcome } from './set-in-another-outcome.js';
import { shownInstead } from './shown-instead.js';
import { someElement } from './some-element.js';
import { staticField } from './static-field.js';
import { streamIsLent } from './stream-is-lent.js';
import { testedAfterUse } from './tested-after-use.js';
import { testedByMacro } from './tested-by-macro.js';
import { twoNames } from './two-names.js';
import { twoStageCleanup } from './two-stage-cleanup.js';
import { unlinkedWhenFreed } from './unlinked-when-freed.js';

export const BELIEFS: Readonly<Record<BeliefName, Belief>> = {
  'null-needed-by-another-path': nullNeededByAnotherPath,
  'end-of-search': endOfSearch,
  'tested-by-macro': testedByMacro,
  'shown-instead': shownInstead,
  'compared-with-null-variable': comparedWithNullVariable,
  'cleared-table': clearedTable,
  'two-names': twoNames,
  'exhaustive-switch': exhaustiveSwitch,
  'nonzero-size': nonzeroSize,
  'initial-hook': initialHook,
  'filled-by-loop': filledByLoop,
  'dies-on-null': diesOnNull,
  'one-of-several-outcomes': oneOfSeveralOutcomes,
  'null-tested-by-callee': nullTestedByCallee,
  'ignored-insertion': ignoredInsertion,
  'ignored-failure': ignoredFailure,
  'null-means-failure': nullMeansFailure,
  'more-rounds': moreRounds,
  'unlinked-when-freed': unlinkedWhenFreed,
  'part-only': partOnly,
  'const-is-borrowed': constIsBorrowed,
  'stream-is-lent': streamIsLent,
  'buffer-is-lent': bufferIsLent,
  'counted-free': countedFree,
  'flagged-free': flaggedFree,
  'some-element': someElement,
  'set-in-another-outcome': setInAnotherOutcome,
  'no-error-before': noErrorBefore,
  'fatal-signal': fatalSignal,
  'failed-assertion': failedAssertion,
  'owned-result': ownedResult,
  'callers-decide': callersDecide,
  'merged-state': mergedState,
  'decided-in-between': decidedInBetween,
  'generated-function': generatedFunction,
  'cleared-member': clearedMember,
  'guessed-callee': guessedCallee,
  'same-sentence': sameSentence,
  'tested-after-use': testedAfterUse,
  'freed-field-owns': freedFieldOwns,
  'fresh-field-owns': freshFieldOwns,
  'static-field': staticField,
  'link-field': linkField,
  'cared-for': caredFor,
  'two-stage-cleanup': twoStageCleanup,
  'counted-cleanup': countedCleanup,
  'recycled-record': recycledRecord,
  'handed-empty': handedEmpty,
  'other-implementation': otherImplementation,
  'repeated-setter': repeatedSetter,
  'gutted-record': guttedRecord,
  'deviant-setter': deviantSetter,
  'deviant-null': deviantNull,
  'deviant-unlink': deviantUnlink,
  'deviant-lookup': deviantLookup,
  'deviant-walk': deviantWalk,
  'found-element': foundElement,
};

export const allBeliefs: readonly Belief[] = BELIEF_NAMES.map((name) => BELIEFS[name]);

/** A believer in all beliefs but these. */
export function believerWithout(names: readonly string[]): Believer {
  const left = new Set(names);
  return { believes: (name) => !left.has(name), worthOf };
}

/** The part of real ones among the triaged findings with such doubts; the least of several, a third if none was triaged. */
function worthOf(doubts: readonly BeliefName[]): number {
  const parts = doubts.map((name) => {
    const { real, false: wrong } = BELIEFS[name].kept ?? { real: 0, false: 1 };
    return (real + 1) / (real + wrong + 2);
  });
  return Math.min(...parts);
}

// The verdict on each property, from the obligations of several engines and the results of runs.
// Between the engines and `prove`; the one place that decides about contradictions.

import type { AnalysisResult, EngineName, Obligation, Property } from '../engines/engine.js';
import type { Reason } from '../engines/reason.js';

export type Verdict = 'true' | 'false' | 'unknown';

/** The opinion of one engine on a program. */
export type Opinion = Pick<AnalysisResult, 'engine' | 'obligations' | 'assumptions'>;

export interface Judgement {
  readonly property: Property;
  readonly verdict: Verdict;
  /** The engine that proves it, `run` if a run refutes it, null if undecided. */
  readonly decidedBy: EngineName | 'run' | null;
  /** Those of the deciding engine, or of the one that leaves the fewest open. */
  readonly obligations: readonly Obligation[];
  /** The assumptions of the verdict. */
  readonly assumptions: readonly Reason[];
  /** Engines that prove what a run refutes: a bug of caulk. */
  readonly contradictedBy: readonly EngineName[];
}

/**
 *   true      some engine proves every obligation of the property that the entry reaches
 *   false     a run violates it, and no engine claims to have proved it
 *   unknown   otherwise, also when a run and a proof contradict each other
 *
 * Proofs are not combined. Partial proofs of two engines do not add up to one: after a place, an engine assumes that the
 * property held there, and two engines may detect the same error at different places. Each would then vouch for the place
 * where the other one detects it.
 */
export function judge(property: Property, opinions: readonly Opinion[], refutation: 'seen' | 'not seen'): Judgement {
  const proofs = opinions.filter((o) => proves(o, property));
  const speaker = proofs[0] ?? leastOpen(opinions, property);
  const said = {
    property,
    obligations: speaker?.obligations.filter((o) => o.property === property) ?? [],
    assumptions: speaker?.assumptions ?? [],
    contradictedBy: refutation === 'seen' ? proofs.map((o) => o.engine) : [],
  };
  if (refutation === 'seen') {
    return proofs.length > 0
      ? { ...said, verdict: 'unknown', decidedBy: null }
      : { ...said, verdict: 'false', decidedBy: 'run' };
  }
  return proofs[0]
    ? { ...said, verdict: 'true', decidedBy: proofs[0].engine }
    : { ...said, verdict: 'unknown', decidedBy: null };
}

/** The obligations of a program. */
export interface Stand {
  readonly obligations: readonly Pick<Obligation, 'property' | 'status'>[];
}

/** Is nothing left open? Memory that is lost is not cleaned up either. */
export function proves({ obligations }: Stand, property: Property): boolean {
  const needed: readonly Property[] =
    property === 'valid-memcleanup' ? ['valid-memcleanup', 'valid-memtrack'] : [property];
  return obligations.every((o) => !needed.includes(o.property) || o.status === 'proved');
}

function leastOpen(opinions: readonly Opinion[], property: Property): Opinion | undefined {
  const open = ({ obligations }: Opinion) =>
    obligations.filter((o) => o.property === property && o.status !== 'proved').length;
  return [...opinions].sort((a, b) => open(a) - open(b))[0];
}

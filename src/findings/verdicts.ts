// One verdict per property, from what several engines say about their obligations and from what runs show.
// Between the engines and `prove`; who may contradict whom is decided here and nowhere else.

import type { AnalysisResult, EngineName, Obligation, Property } from '../engines/engine.js';
import type { Reason } from '../engines/reason.js';

export type Verdict = 'true' | 'false' | 'unknown';

/** What one engine says about a program. */
export type Opinion = Pick<AnalysisResult, 'engine' | 'obligations' | 'assumptions'>;

export interface Judgement {
  readonly property: Property;
  readonly verdict: Verdict;
  /** The engine that proves it, `run` if a run refutes it, null if nobody decides. */
  readonly decidedBy: EngineName | 'run' | null;
  /** Those of the engine that decides, or of the one that leaves the fewest open. */
  readonly obligations: readonly Obligation[];
  /** What the verdict relies on. */
  readonly assumptions: readonly Reason[];
  /** Engines that prove what a run refutes: a bug of ours. */
  readonly contradictedBy: readonly EngineName[];
}

/**
 *   true      some engine proves every obligation of the property that the entry reaches
 *   false     a run violates it, and no engine claims to have proved it
 *   unknown   otherwise, also when a run and a proof contradict each other
 *
 * Proofs are taken whole. Obligations that two engines prove by halves do not add up to one: an engine goes on behind a
 * place as if the property had held there, and two engines may notice the same error at different places. Each would then
 * vouch for the place where the other one sees it.
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

/** Where the obligations of a program stand. */
export interface Stand {
  readonly obligations: readonly Pick<Obligation, 'property' | 'status'>[];
}

/** Is nothing left open? What is lost is not cleaned up either. */
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

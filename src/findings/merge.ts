// Merges equal findings of several engines into one that names all of them.
// Between locating and concluding; also drops duplicates of one engine, for example about a header in two units.

import { compareCertainty, compareFindings } from './order.js';
import { tellOutside } from './outside-models.js';
import type { Finder, LocatedFinding } from './report.js';

/** In order, without duplicates. */
export function mergeFindings(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const byLine = new Map<string, LocatedFinding[]>();
  for (const finding of findings.flatMap(tellOutside).sort(compareFindings)) {
    const key = JSON.stringify([finding.rule, finding.file, finding.line]);
    const there = byLine.get(key) ?? [];
    const twin = there.findIndex((other) => saySame(other, finding));
    if (twin < 0) there.push(finding);
    else there[twin] = join(there[twin]!, finding);
    byLine.set(key, there);
  }
  return [...byLine.values()].flat().sort(compareFindings);
}

/** Same line and rule: with the same column, or of different engines, which may point at different words. */
function saySame(a: LocatedFinding, b: LocatedFinding): boolean {
  const sameBlock =
    !a.allocation ||
    !b.allocation ||
    (a.allocation.file === b.allocation.file && a.allocation.line === b.allocation.line);
  const sameWord = a.column === b.column && a.file === b.file;
  return sameBlock && (sameWord || !a.engines.some((engine) => b.engines.includes(engine)));
}

/**
 * The message and the trace are those of the more certain one, of two that are equally certain those of the one that a run tells, or
 * that tells more; the other fills in what is missing.
 */
function join(a: LocatedFinding, b: LocatedFinding): LocatedFinding {
  const order = compareCertainty(a.certainty, b.certainty) || tells(b) - tells(a);
  const [first, second] = order <= 0 ? [a, b] : [b, a];
  const reproduction = first.reproduction ?? second.reproduction;
  const { latent: _, ...most } = { ...second, ...first };
  const teller = first.trace.length > 0 || first.heap ? first : second;
  return {
    ...most,
    ...(first.latent && second.latent ? { latent: true } : {}),
    ...(reproduction ? { reproduction } : {}),
    engines: [...new Set<Finder>([...first.engines, ...second.engines])],
    condition: first.condition ?? second.condition,
    trace: teller.trace,
    ...(teller.heap ? { heap: teller.heap } : {}),
    ...(teller.heapAfter ? { heapAfter: teller.heapAfter } : {}),
    allocation: first.allocation ?? second.allocation,
    doubts: second.doubts.length === 0 ? [] : first.doubts,
    worth: second.doubts.length === 0 ? null : first.worth,
  };
}

/** How much a finding tells of what led to it. */
const tells = ({ heap, trace, engines }: LocatedFinding): number =>
  (heap ? 1_000 : 0) + (engines.includes('run') ? 100 : 0) + trace.length;

// Several engines, one truth: findings that say the same become one that names all who say it.
// Between locating and concluding; also drops what one engine says twice, for example about a header in two units.

import { compareCertainty, compareFindings } from './order.js';
import type { Finder, LocatedFinding } from './report.js';

/** In order, each once. */
export function mergeFindings(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const byLine = new Map<string, LocatedFinding[]>();
  for (const finding of [...findings].sort(compareFindings)) {
    const key = JSON.stringify([finding.rule, finding.file, finding.line]);
    const there = byLine.get(key) ?? [];
    const twin = there.findIndex((other) => saySame(other, finding));
    if (twin < 0) there.push(finding);
    else there[twin] = join(there[twin]!, finding);
    byLine.set(key, there);
  }
  return [...byLine.values()].flat().sort(compareFindings);
}

/** On the same line by the same rule: the same column, or different engines, which may point at different words. */
function saySame(a: LocatedFinding, b: LocatedFinding): boolean {
  const sameBlock =
    !a.allocation ||
    !b.allocation ||
    (a.allocation.file === b.allocation.file && a.allocation.line === b.allocation.line);
  const sameWord = a.column === b.column && a.file === b.file;
  return sameBlock && (sameWord || !a.engines.some((engine) => b.engines.includes(engine)));
}

/** The more certain speaks; the other adds what it leaves open. */
function join(a: LocatedFinding, b: LocatedFinding): LocatedFinding {
  const [first, second] = compareCertainty(a.certainty, b.certainty) <= 0 ? [a, b] : [b, a];
  return {
    ...first,
    engines: [...new Set<Finder>([...first.engines, ...second.engines])],
    condition: first.condition ?? second.condition,
    trace: first.trace.length > 0 ? first.trace : second.trace,
    allocation: first.allocation ?? second.allocation,
  };
}

// Nothing is told inside a model: readers have no such file. A finding there moves to the call that its trace tells last.
// The first step of merging; engines tell places of the program themselves, so that this has something to do only if one fails to.

import type { LocatedFinding, Step } from './report.js';

/** The finding without places in models; nothing if no place of the program is known. */
export function tellOutside(finding: LocatedFinding): LocatedFinding[] {
  const trace = finding.trace.filter(isOutside);
  const allocation = finding.allocation && isOutside(finding.allocation) ? finding.allocation : null;
  if (isOutside(finding)) return [{ ...finding, trace, allocation }];
  const call = trace.at(-1);
  if (!call) return [];
  const { file, line, column } = call;
  return [{ ...finding, file, line, column, trace: trace.slice(0, -1), allocation }];
}

/** Models are named `<models>/…`; standard input and what a compiler makes have such names, too, and are the program's. */
const isOutside = ({ file }: Pick<Step, 'file'>): boolean => !file.startsWith('<models>');

// The command that shows a finding to anyone, or why there is none.
// A part of the description of a finding, in the page and on paper.

import type { ShownFinding } from '../report/html/payload.js';
import { el } from './dom.js';

export function describeReproduction({ reproduction }: ShownFinding): Node[] {
  if (!reproduction) return [];
  if ('obstacle' in reproduction) return [el('p', {}, `No harness: ${reproduction.obstacle}`)];
  return [el('p', {}, 'Reproduce: ', el('code', {}, `sh ${reproduction.path}/run.sh`))];
}

// The functions that findings refer to, with a hash of their text and position, which messages and traces name.
// A stored finding stays valid while the hashes are unchanged.

import type { PackedProgram } from '../../ir/pack/program.js';
import type { Finding, Site } from '../engine.js';

/** The id of a function, and the hash of its text and position. */
export type Look = readonly [string, string];

export function looksOf(program: PackedProgram, findings: readonly Finding[]): Look[] {
  const looks = new Map<string, string>();
  const note = ({ source, at }: Site): void => {
    const { owner } = program.ownerOf(source, at);
    if (!looks.has(owner)) looks.set(owner, program.lookOf(owner));
  };
  for (const { site, trace, allocation } of findings) {
    note(site);
    if (allocation) note(allocation);
    for (const step of trace) note(step.site);
  }
  return [...looks];
}

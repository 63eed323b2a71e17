// From instructions to source positions: the call chain, the site of an allocation.
// Used wherever something about a run is reported.

import type { Location } from '../base/source.js';
import type { CallSite } from './incidents.js';
import type { Machine } from './machine.js';
import type { Site } from './memory.js';

export function locateSite(site: Site): Location {
  return site.body.source.locate(site.node.at);
}

/** The active calls, innermost first. */
export function chainOf(m: Machine): CallSite[] {
  const chain: CallSite[] = [];
  for (let f = m.frame; f && chain.length < 100; f = f.caller) {
    const { body } = f.code;
    chain.push({ function: body.symbol.name, location: body.source.locate(f.node?.at ?? body.at) });
  }
  return chain;
}

// Which function gave the memory that leaks, and how many functions call it.
// For result.ts: leaks of the same giver may have one cause (beliefs/same-sentence.ts).

import { outlineIn } from '../../ir/link.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { Finding, Site } from '../engine.js';
import type { Givers } from './beliefs/same-sentence.js';

export function giversIn(functions: readonly PackedFunction[]): Givers {
  const callers = new Map<string, number>();
  for (const f of functions)
    for (const { name } of new Set(outlineIn(f).called)) callers.set(name, (callers.get(name) ?? 0) + 1);
  const functionAt = finder(functions);
  return { giverOf: (finding) => giverOf(finding, functionAt), callersOf: (giver) => callers.get(giver) ?? 0 };
}

/** The trace of a leak begins with the calls down to the allocation: the second step is in the function that was called. */
function giverOf({ rule, allocation, trace, function: f }: Finding, functionAt: Finder): string | null {
  const inside = rule === 'leak' && allocation ? trace[1] : undefined;
  const giver = inside ? functionAt(inside.site) : null;
  return giver === f ? null : giver;
}

type Finder = (site: Site) => string | null;

/** Finds the function around a position: the last one that begins before it. */
function finder(functions: readonly PackedFunction[]): Finder {
  const bySource = new Map<string, PackedFunction[]>();
  for (const f of functions) {
    const { name } = f.unit.source;
    const known = bySource.get(name);
    if (known) known.push(f);
    else bySource.set(name, [f]);
  }
  for (const some of bySource.values()) some.sort((a, b) => a.at - b.at);
  return ({ source, at }) => bySource.get(source.name)?.findLast((f) => f.at <= at)?.name ?? null;
}

// A chain of functions that hand on what the last one allocates is one step: `xstrdup` allocates in line 53 of xmalloc.c.
// Part of locating a finding; stories of runs are told so from the beginning.

import type { Site, TraceStep } from '../engines/engine.js';
import { nameLine } from '../engines/shared/sentences.js';

const ALLOCATES = /^`[^`]+` allocates$/;

/** The first step of each chain stands for all of it. */
export function foldAllocations(trace: readonly TraceStep[]): TraceStep[] {
  const folded: TraceStep[] = [];
  for (let i = 0; i < trace.length; i++) {
    const first = trace[i]!;
    let last = first;
    while (ALLOCATES.test(last.message) && ALLOCATES.test(trace[i + 1]?.message ?? '')) last = trace[++i]!;
    folded.push(last === first ? first : { ...first, message: `${first.message} in ${lineOf(last.site, first.site)}` });
  }
  return folded;
}

const lineOf = (site: Site, from: Site): string => nameLine(site.source.locate(site.at), from.source.locate(from.at));

// Can control reach a return? Used by procedure.ts where no path did: the path limits may be the reason, or calls of
// functions that never return.

import { successorsOf } from '../../../ir/cfg.js';
import type { Block, Instr } from '../../../ir/instr.js';
import type { Here } from '../exec/report.js';
import { isSure } from '../summary/gaps.js';

export function mayReturn(here: Here): boolean {
  const seen = new Set<Block>();
  const work = [here.body.entry];
  for (let block = work.pop(); block; block = work.pop()) {
    if (seen.has(block) || block.instrs.some((instr) => isEnd(here, instr))) continue;
    seen.add(block);
    if (block.terminator.kind === 'return') return true;
    work.push(...successorsOf(block.terminator));
  }
  return false;
}

/** A call of a function that never returns. */
function isEnd(here: Here, instr: Instr): boolean {
  if (instr.kind !== 'call' || instr.callee.kind !== 'direct') return false;
  const { function: f } = instr.callee;
  const definition = here.program.definitionOf(f);
  const summary = definition ? here.summaryOf(definition) : null;
  if (f.attributes.noreturn || summary === null || summary === 'pending') return f.attributes.noreturn;
  return isSure(summary) && summary.outcomes.length === 0;
}

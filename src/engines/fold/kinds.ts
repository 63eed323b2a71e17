// The kinds of blocks in a program: what they are allocated as. Looked up before the analysis as well, because counting
// pointers by kind has its price: where all blocks are of one kind (engine.ts asks), there is one counter.

import type { CallInstr } from '../../ir/instr.js';
import { symbolOf } from '../../ir/program.js';
import type { AnalysisRequest } from '../engine.js';
import { constantOf } from '../shared/constants.js';
import { callsIn, reachableFrom } from '../shared/reachable-functions.js';
import type { Kinds } from './kernel.js';

/** The record that the result is to be, if the call says so, and the size. */
export function kindOfAllocation({ result }: CallInstr, size: number | string | null): string {
  const target = result?.type.kind === 'pointer' ? result.type.target : null;
  return `${target?.kind === 'record' ? (target.body.tag ?? 'record') : ''} ${size}`;
}

/** Of two allocations that differ, or one whose size is not written there, blocks of several kinds may come. */
export function kindsIn({ program, entry }: AnalysisRequest): Kinds {
  const kinds = new Set<string>();
  for (const f of reachableFrom(program, entry)) {
    // What allocators themselves do, as models say it, says nothing of the program.
    if (ALLOCATORS.has(f.name)) continue;
    for (const call of callsIn(f.body!)) if (allocates(call)) kinds.add(kindOfAllocation(call, sizeIn(call)));
  }
  return kinds.size > 1 ? 'several' : 'one';
}

const ALLOCATORS: ReadonlySet<string> = new Set(['malloc', '__builtin_malloc', '__caulk_alloc', 'calloc']);

const allocates = ({ callee }: CallInstr): boolean =>
  callee.kind === 'direct' && ALLOCATORS.has(symbolOf(callee.function));

/** As it is written. */
const sizeIn = ({ args }: CallInstr): string => args.map((e) => constantOf(e) ?? 'unknown').join(' ');

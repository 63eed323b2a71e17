// The kinds of allocations in a program: the type and size that they are allocated as.
// Also asked by engine.ts before the analysis: with a single kind, one in-counter per node suffices.

import type { CallInstr } from '../../ir/instr.js';
import { symbolOf } from '../../ir/program.js';
import type { AnalysisRequest } from '../engine.js';
import { constantOf } from '../shared/constants.js';
import { callsIn, reachableFrom } from '../shared/reachable-functions.js';
import type { Kinds } from './kernel.js';

/** The record type of the result, if the call shows it, and the size. */
export function kindOfAllocation({ result }: CallInstr, size: number | string | null): string {
  const target = result?.type.kind === 'pointer' ? result.type.target : null;
  return `${target?.kind === 'record' ? (target.body.tag ?? 'record') : ''} ${size}`;
}

/** Allocations that differ in type or size, or whose size is not a constant, may have several kinds. */
export function kindsIn({ program, entry }: AnalysisRequest): Kinds {
  const kinds = new Set<string>();
  for (const f of reachableFrom(program, entry)) {
    // The bodies of allocators in models do not indicate the kinds of the program.
    if (ALLOCATORS.has(f.name)) continue;
    for (const call of callsIn(f.body!)) if (allocates(call)) kinds.add(kindOfAllocation(call, sizeIn(call)));
  }
  return kinds.size > 1 ? 'several' : 'one';
}

const ALLOCATORS: ReadonlySet<string> = new Set(['malloc', '__builtin_malloc', '__caulk_alloc', 'calloc']);

const allocates = ({ callee }: CallInstr): boolean =>
  callee.kind === 'direct' && ALLOCATORS.has(symbolOf(callee.function));

/** The size as written in the source. */
const sizeIn = ({ args }: CallInstr): string => args.map((e) => constantOf(e) ?? 'unknown').join(' ');

// The evidence of all functions of a program, combined.
// Between claims.ts, which collects it per function, and judge.ts with the beliefs that it consults.

import type { Callers } from '../callers.js';
import type { Claim, Evidence, Origin } from './claims.js';

/** Claims and evidence of one function. */
export interface Statement {
  readonly name: string;
  readonly callers: Callers;
  readonly calls: readonly string[];
  /** Functions that are stored in the same members of records as this one, or as a function that calls it. */
  readonly alternatives: readonly string[];
  readonly claims: readonly Claim[];
  readonly evidence: Evidence;
}

export interface Slots {
  /** The origins of pointers that are stored in each slot. */
  readonly stored: ReadonlyMap<string, ReadonlySet<Origin>>;
  /** The functions that free through each slot. */
  readonly freed: ReadonlyMap<string, readonly string[]>;
  /** Those of them that do not reallocate the target. */
  readonly cleaned: ReadonlyMap<string, readonly string[]>;
  readonly repeated: ReadonlySet<string>;
  readonly recycled: ReadonlySet<string>;
  readonly handed: ReadonlyMap<string, boolean>;
}

export function gather(statements: readonly Statement[]): Slots {
  const stored = new Map<string, Set<Origin>>();
  const freed = new Map<string, string[]>();
  const cleaned = new Map<string, string[]>();
  const repeated = new Set<string>();
  const recycled = new Set(statements.flatMap(({ evidence }) => [...evidence.recycled]));
  const handed = new Map<string, boolean>();
  const callers = new Map<string, number>();
  for (const { name, calls, evidence } of statements) {
    for (const [slot, origins] of evidence.stored) stored.set(slot, new Set([...(stored.get(slot) ?? []), ...origins]));
    for (const slot of evidence.freed) freed.set(slot, [...(freed.get(slot) ?? []), name]);
    for (const slot of evidence.cleaned) cleaned.set(slot, [...(cleaned.get(slot) ?? []), name]);
    for (const f of evidence.repeated) repeated.add(f);
    for (const [key, mayHold] of evidence.handed) handed.set(key, mayHold || handed.get(key) === true);
    for (const f of calls) callers.set(f, (callers.get(f) ?? 0) + 1);
  }
  for (const [f, count] of callers) if (count > 1) repeated.add(f);
  return { stored, freed, cleaned, repeated, recycled, handed };
}

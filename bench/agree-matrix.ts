// The matrix of `caulk bench agree`: a mark per program, engine and property, and the verdict of all engines together.
// From task results and the annotations of the programs to rows; shown by agree.ts and agree-picture.ts.

import { readFileSync } from 'node:fs';
import { PROVERS } from '../src/driver/prove/portfolio.js';
import type { EngineName, Property, Rule } from '../src/engines/engine.js';
import { PROPERTIES, PROPERTY_OF } from '../src/engines/shared/ledger.js';
import { readAnnotations } from '../src/findings/annotations.js';
import { isFailure, type TaskResult, TIMED_OUT } from './task-pool.js';

/** The default properties of `prove`; `valid-memcleanup` is measured as well. */
export const USUAL: readonly Property[] = PROPERTIES.filter((p) => p !== 'valid-memcleanup');

/** The result of one engine for one property of one program. */
export type Mark = 'proved' | 'wrong' | 'reported' | 'open' | 'timeout';

export interface Row {
  readonly program: string;
  /** Does an annotation state a real error? */
  readonly marked: boolean;
  /** Violated in a run, or according to annotations of errors that need no failing allocation. */
  readonly violated: ReadonlySet<Property>;
  /** The violated properties that a run shows. */
  readonly seen: ReadonlySet<Property>;
  readonly marks: ReadonlyMap<EngineName, ReadonlyMap<Property, Mark>>;
}

/** Empty if the program has no main. */
export function rowOf(file: string, program: string, [runs, ...engines]: readonly TaskResult[]): Row[] {
  if (isFailure(runs!) && runs !== TIMED_OUT) return [];
  const seen = new Set(isFailure(runs!) ? [] : runs!.reported);
  const onFailure = new Set(isFailure(runs!) ? [] : runs!.reportedIfAllocationsFail);
  const claimed = markedProperties(file);
  const violated = new Set([...seen, ...claimed.filter((p) => !onFailure.has(p))]);
  const marks = new Map(PROVERS.map((engine, i) => [engine, marksOf(engines[i]!, violated)]));
  return [{ program, marked: claimed.some((p) => USUAL.includes(p)), violated, seen, marks }];
}

/**
 * The properties of annotated real errors, found or missed; `WHEN(leak): n >= 8` also states the input, and `violates:
 * valid-deref` in the head of a program names the property itself.
 */
function markedProperties(file: string): Property[] {
  const text = readFileSync(file, 'utf8');
  const real = readAnnotations(text).filter((a) => a.kind === 'WARN' || a.kind === 'MISSED');
  const conditional = [...text.matchAll(/\/\/ WHEN\(([a-z-]+)\)/g)].map(([, rule]) => ({ rule }));
  const stated = PROPERTIES.filter((p) => text.includes(`// violates: ${p}\n`));
  return [...[...real, ...conditional].flatMap(({ rule }) => PROPERTY_OF[rule as Rule] ?? []), ...stated];
}

function marksOf(result: TaskResult, violated: ReadonlySet<Property>): Map<Property, Mark> {
  const mark = (p: Property): Mark => {
    if (isFailure(result)) return 'timeout';
    if (result.proved.includes(p)) return violated.has(p) ? 'wrong' : 'proved';
    return result.reported.includes(p) ? 'reported' : 'open';
  };
  return new Map(PROPERTIES.map((p) => [p, mark(p)]));
}

/** The verdict of `prove`: `true` needs a proof, `false` needs a run. */
export function verdictOf(row: Row): 'true' | 'false' | 'unknown' {
  if (USUAL.some((p) => row.seen.has(p))) return 'false';
  const proved = (p: Property) => [...row.marks.values()].some((marks) => marks.get(p) === 'proved');
  return USUAL.every(proved) ? 'true' : 'unknown';
}

/** Is one of the default properties of `prove` violated? */
export const isViolated = (row: Row): boolean => USUAL.some((p) => row.violated.has(p));

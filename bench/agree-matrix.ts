// The matrix of `caulk bench agree`: per program, engine and property a mark, and what all of them together decide.
// From what the witnesses said and the comments of the programs to rows; shown by agree.ts and agree-picture.ts.

import { readFileSync } from 'node:fs';
import { PROVERS } from '../src/driver/prove/portfolio.js';
import type { EngineName, Property, Rule } from '../src/engines/engine.js';
import { PROPERTIES, PROPERTY_OF } from '../src/engines/shared/ledger.js';
import { readAnnotations } from '../src/findings/annotations.js';
import { type Heard, isSilent, LATE } from './hearing.js';

/** Asked by `prove` unless told otherwise; `valid-memcleanup` is measured beside them. */
export const USUAL: readonly Property[] = PROPERTIES.filter((p) => p !== 'valid-memcleanup');

/** What is said about one property of one program. */
export type Mark = 'proved' | 'wrong' | 'accused' | 'open' | 'late';

export interface Row {
  readonly program: string;
  /** Its comments call something a real error. */
  readonly marked: boolean;
  /** Violated: as a run shows, or as the comments say and no failing allocation explains. */
  readonly violated: ReadonlySet<Property>;
  /** Of these a run shows. */
  readonly seen: ReadonlySet<Property>;
  readonly marks: ReadonlyMap<EngineName, ReadonlyMap<Property, Mark>>;
}

/** Nothing, if the program has no main. */
export function rowOf(file: string, program: string, [runs, ...engines]: readonly Heard[]): Row[] {
  if (isSilent(runs!) && runs !== LATE) return [];
  const seen = new Set(isSilent(runs!) ? [] : runs!.accused);
  const onFailure = new Set(isSilent(runs!) ? [] : runs!.accusedIfAllocationsFail);
  const claimed = markedProperties(file);
  const violated = new Set([...seen, ...claimed.filter((p) => !onFailure.has(p))]);
  const marks = new Map(PROVERS.map((engine, i) => [engine, marksOf(engines[i]!, violated)]));
  return [{ program, marked: claimed.some((p) => USUAL.includes(p)), violated, seen, marks }];
}

/** What the comments of a program call a real error, found or not; `WHEN(leak): n >= 8` tells also for which input. */
function markedProperties(file: string): Property[] {
  const text = readFileSync(file, 'utf8');
  const real = readAnnotations(text).filter((a) => a.kind === 'WARN' || a.kind === 'MISSED');
  const conditional = [...text.matchAll(/\/\/ WHEN\(([a-z-]+)\)/g)].map(([, rule]) => ({ rule }));
  return [...real, ...conditional].flatMap(({ rule }) => PROPERTY_OF[rule as Rule] ?? []);
}

function marksOf(heard: Heard, violated: ReadonlySet<Property>): Map<Property, Mark> {
  const mark = (p: Property): Mark => {
    if (isSilent(heard)) return 'late';
    if (heard.proved.includes(p)) return violated.has(p) ? 'wrong' : 'proved';
    return heard.accused.includes(p) ? 'accused' : 'open';
  };
  return new Map(PROPERTIES.map((p) => [p, mark(p)]));
}

/** As `prove` decides: a proof, or a run. */
export function verdictOf(row: Row): 'true' | 'false' | 'unknown' {
  if (USUAL.some((p) => row.seen.has(p))) return 'false';
  const proved = (p: Property) => [...row.marks.values()].some((marks) => marks.get(p) === 'proved');
  return USUAL.every(proved) ? 'true' : 'unknown';
}

/** Does it do what `prove` is usually asked about? */
export const isViolated = (row: Row): boolean => USUAL.some((p) => row.violated.has(p));

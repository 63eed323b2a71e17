// Latent preconditions: what the path to an alarm needs of parameters, of what lies behind them, and of globals.
// Recorded with the alarm (report.ts), compared with the caller's state at calls (established.ts), weighed by judge.ts.

import { ANYTHING } from '../../../numeric/range.js';
import { type Cell, type Fact, makeFact, type State } from './state.js';
import { isInputTerm, isKnown, type Symbols, textOf, type Value } from './symbols.js';

/** Facts about inputs, by symbol. */
export type InputFacts = readonly (readonly [number, Fact])[];

export const NO_FACTS: InputFacts = [];

/** Facts that hold at the entry of a function on every execution that takes the path: a conjunction. */
export interface Precondition {
  /** Of inputs, and of terms of inputs. */
  readonly facts: InputFacts;
  readonly same: readonly (readonly [number, Value])[];
  readonly apart: readonly (readonly [Value, Value])[];
}

/** What an alarm rests on. */
export interface Basis {
  readonly precondition: Precondition;
  /** What a caller must know to hold, rather than allow. */
  readonly certain: InputFacts;
  /** The symbols about which loops have told something. */
  readonly learned: ReadonlySet<number>;
  /** The position of the instruction, in the function of the path. */
  readonly at: number;
  /** The position of the allocation of the memory that it is about; null if there is none. */
  readonly allocation: number | null;
}

/**
 * The precondition without what may differ on paths with more rounds of loops: bounds on what they count to. Whether an argument is null
 * is the same in every round.
 */
export function withoutLearned({ precondition, learned }: Basis, symbols: Symbols): Precondition {
  if (learned.size === 0) return precondition;
  const isSame = (symbol: number): boolean => {
    const info = symbols.info(symbol);
    return !learned.has(symbol) || (info.kind === 'parameter' && info.holds === 'address');
  };
  return { ...NO_PRECONDITION, facts: precondition.facts.filter(([symbol]) => isSame(symbol)) };
}

/** What both preconditions need. */
export function commonPart(a: Precondition, b: Precondition): Precondition {
  const [ofSame, ofApart] = [new Set(b.same.map(textOfSame)), new Set(b.apart.map(textOfApart))];
  const ofFacts = new Set(b.facts.map(textOfFact));
  return {
    facts: a.facts.filter((one) => ofFacts.has(textOfFact(one))),
    same: a.same.filter((one) => ofSame.has(textOfSame(one))),
    apart: a.apart.filter((one) => ofApart.has(textOfApart(one))),
  };
}

export const NO_PRECONDITION: Precondition = { facts: [], same: [], apart: [] };

/** A precondition that callers must establish: of an alarm of the function itself, or of a callee by a call here. */
export interface LatentPrecondition extends Precondition {
  /** The number of calls between the function and the alarm. */
  readonly depth: number;
  /** What a caller must know to hold, rather than allow. */
  readonly certain: InputFacts;
}

/** `unknown`: these are not the final ones, as in a cycle of calls that is still being analysed. */
export type LatentPreconditions = readonly LatentPrecondition[] | 'unknown';

/** The more are left out, the more calls establish the precondition. */
const MOST_FACTS = 24;

/** What the path knows of its inputs. */
export function preconditionOf({ symbols, facts, same, apart, cells }: State): Precondition {
  const ofInputs = (v: Value): boolean => isKnown(v) || isInputTerm(symbols, v.symbol);
  const known = [...facts].filter(([symbol]) => isInputTerm(symbols, symbol));
  const accessed = [...cells.values()].filter(({ name, maybeNull }) => !maybeNull && isPassed(symbols, name));
  return {
    facts: [
      ...known.slice(0, MOST_FACTS),
      ...accessed.slice(0, MOST_FACTS).map(({ name }) => [name, NOT_NULL] as const),
    ],
    same: [...same].filter(([symbol, v]) => isInputTerm(symbols, symbol) && ofInputs(v)).slice(0, MOST_FACTS),
    apart: [...apart.values()].filter(([a, b]) => ofInputs(a) && ofInputs(b)).slice(0, MOST_FACTS),
  };
}

const NOT_NULL: Fact = makeFact(ANYTHING, true);

export const isEmpty = ({ facts, same, apart }: Precondition): boolean =>
  facts.length + same.length + apart.length === 0;

const isPassed = (symbols: Symbols, symbol: number): boolean => {
  const { kind } = symbols.info(symbol);
  return kind === 'parameter' || kind === 'input';
};

/** Is a cell freed in some outcomes of a call only? */
export const isConditional = ({ freed }: Cell): boolean => freed !== null && freed.conditional !== false;

/** What a caller must know of its inputs for the cell to be freed; null: nothing that it may know says so. */
export function givenFor({ freed }: Cell): InputFacts | null {
  if (!freed?.conditional) return NO_FACTS;
  return freed.conditional.length > 0 ? freed.conditional : null;
}

/** The key of a latent precondition of a function; `any` if a caller may establish all of them. */
export const preconditionKey = (name: string, index: number | 'any'): string => `${name} ${index}`;

/** The name of the function that a key belongs to. */
export const functionOf = (key: string): string => key.slice(0, key.lastIndexOf(' '));

/** Of one precondition of a callee, so many alternatives are told apart. */
const MOST_BONDS = 3;
/** Of all callees. */
const MOST_PER_CALLER = 24;

/** What the calls of a function do for the latent preconditions of its callees, by their keys. */
export class Bonds {
  /** Those that are established whatever the inputs of this function are. */
  readonly always = new Set<string>();
  private readonly made = new Map<string, LatentPrecondition[]>();
  private count = 0;

  /** It is established on executions with this precondition of the caller. */
  bind(key: string, precondition: LatentPrecondition): void {
    const known = this.made.get(key) ?? [];
    const text = textOfPrecondition(precondition);
    if (known.some((other) => textOfPrecondition(other) === text)) return;
    if (known.length >= MOST_BONDS || ++this.count > MOST_PER_CALLER) this.always.add(key);
    else this.made.set(key, [...known, precondition]);
  }

  /** The bonds that matter, in order. */
  *pairs(): Generator<readonly [string, LatentPrecondition]> {
    for (const [key, bound] of this.made) if (!this.always.has(key)) for (const one of bound) yield [key, one];
  }

  /** By key: the preconditions of the caller under which its calls establish it; `ALWAYS`: under any. */
  under(keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const all = new Map<string, readonly string[]>([...this.always].map((key) => [key, [ALWAYS]]));
    [...this.pairs()].forEach(([key], i) => {
      all.set(key, [...(all.get(key) ?? []), keys[i]!]);
    });
    return all;
  }
}

const textOfPrecondition = ({ facts, same, apart }: Precondition): string =>
  [...facts.map(textOfFact), ...same.map(textOfSame), ...apart.map(textOfApart)].sort().join();

const textOfFact = ([symbol, { low, high, nonzero }]: Precondition['facts'][number]): string =>
  `${symbol} ${low} ${high} ${nonzero}`;
const textOfSame = ([symbol, v]: Precondition['same'][number]): string => `${symbol}=${textOf(v)}`;
const textOfApart = ([a, b]: Precondition['apart'][number]): string => `${textOf(a)}!${textOf(b)}`;

/** Stands for the precondition that every execution fulfils. */
export const ALWAYS = '';

// The sentences of findings, one for each rule: engines and runs give the facts, the wording is the same for all.
// Every name in a sentence is code and stands in backticks.

import type { Location } from '../../base/source.js';
import type { Rule } from '../engine.js';

export interface Facts {
  readonly rule: Rule;
  /** The pointer in question, as C names it. */
  readonly name?: string | null;
  /** Where the allocation is, and the call that frees: `line 12`, or `line 12 of list.c`. */
  readonly allocatedIn?: string | null;
  readonly freedIn?: string | null;
  /** How the memory is lost, or what is wrong beyond the rule: a clause. */
  readonly how?: string | null;
}

/** A line for a sentence about a place: in another file, the file is named. */
export const nameLine = (at: Location, from: Pick<Location, 'file'>): string =>
  at.file === from.file ? `line ${at.line}` : `line ${at.line} of ${at.file.replace(/^.*[/\\\\]/, '')}`;

/** What a finding says. */
export function sentenceOf(facts: Facts): string {
  const { rule, how } = facts;
  const body = SENTENCES[rule](facts);
  return how ? `${body}: ${how}` : body;
}

const SENTENCES: Readonly<Record<Rule, (facts: Facts) => string>> = {
  leak: (facts) => `${memory(facts)} is lost`,
  'null-dereference': (facts) => `${pointer(facts)} is null here`,
  'unchecked-allocation': (facts) => `${pointer(facts)} may be null: the allocation may fail`,
  'use-after-free': (facts) => `${pointer(facts)} points to memory that has been freed${inLine(facts)}`,
  'double-free': (facts) => `${memory(facts)} has been freed before${inLine(facts)}`,
  'invalid-free': (facts) => `${pointer(facts)} does not point to the start of allocated memory`,
  'mismatched-free': (facts) => `${memory(facts)} is released by the wrong function`,
  'uninitialized-pointer': (facts) => `${pointer(facts)} is uninitialised`,
  'out-of-bounds': () => 'the access is out of bounds',
};

const inLine = ({ freedIn }: Facts): string => (freedIn ? ` in ${freedIn}` : '');

const pointer = ({ name }: Facts): string => (name ? `\`${name}\`` : 'the pointer');

/** `memory held by `f.values`, allocated in line 12,`. */
function memory({ name, allocatedIn }: Facts): string {
  const held = name ? `memory held by \`${name}\`` : 'memory';
  if (!allocatedIn) return held;
  return name ? `${held} (allocated in ${allocatedIn})` : `${held} allocated in ${allocatedIn}`;
}

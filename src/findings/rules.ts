// The catalogue of rules: what each is about, in a sentence and in a paragraph, and its numbers in the CWE list.
// Read by reports, the configuration and `caulk explain`; the long form of each is docs/rules/<rule>.md.

import { readFileSync } from 'node:fs';
import { packageFile } from '../base/package-root.js';
import type { Rule } from '../engines/engine.js';

export type { Rule } from '../engines/engine.js';

export interface RuleDescription {
  /** What is wrong, in a few words. */
  readonly summary: string;
  /** What it means and what to do about it. */
  readonly help: string;
  /** Numbers in the Common Weakness Enumeration. */
  readonly cwe: readonly number[];
}

export const rules: Readonly<Record<Rule, RuleDescription>> = {
  leak: {
    summary: 'Memory is lost without being freed',
    help: 'The last pointer to an allocated block goes away while the block is still allocated. Free the block before, or keep a pointer to it.',
    cwe: [401],
  },
  'null-dereference': {
    summary: 'A null pointer is dereferenced',
    help: 'A pointer that is null on some path is used to read or write memory. Test it before, or make sure that it is set on every path.',
    cwe: [476],
  },
  'unchecked-allocation': {
    summary: 'The result of an allocation is used without a test',
    help: 'An allocation can fail and return null; its result is used as if it could not. Test the result and handle the failure.',
    cwe: [690, 252],
  },
  'use-after-free': {
    summary: 'Memory is used after it was freed',
    help: 'A block is read or written through a pointer after it was freed, or a local variable after its life. Use it before it is freed, and drop every pointer to it then.',
    cwe: [416],
  },
  'double-free': {
    summary: 'Memory is freed twice',
    help: 'A block that was freed already is freed again. Decide who owns the block, and set other pointers to null when it is freed.',
    cwe: [415],
  },
  'invalid-free': {
    summary: 'Something that was not allocated is freed',
    help: 'A pointer that does not point to the beginning of an allocated block is freed: a variable, a literal, the middle of a block. Free exactly what an allocation returned.',
    cwe: [590, 761],
  },
  'uninitialized-pointer': {
    summary: 'A pointer is used before it is set',
    help: 'A pointer without a value is dereferenced or freed. Initialise it where it is declared.',
    cwe: [824, 457],
  },
  'out-of-bounds': {
    summary: 'Memory outside of a block is accessed',
    help: 'A read or write goes beyond the end or before the beginning of a block. Check the index against the size of the block.',
    cwe: [787, 125],
  },
};

export const ruleNames = Object.keys(rules) as readonly Rule[];

export function isRule(name: string): name is Rule {
  return Object.hasOwn(rules, name);
}

/** The page about a rule, in Markdown. */
export function readRulePage(rule: Rule): string {
  return readFileSync(packageFile(`docs/rules/${rule}.md`), 'utf8');
}

// The catalogue of rules: for each a summary, a paragraph of help, and its CWE numbers.
// Read by reports, the configuration and `caulk explain`; the long form of each is docs/rules/<rule>.md.

import { readFileSync } from 'node:fs';
import { packageFile } from '../base/package-root.js';
import type { Rule } from '../engines/engine.js';

export type { Rule } from '../engines/engine.js';

export interface RuleDescription {
  /** The error in a few words. */
  readonly summary: string;
  /** What it means and how to fix it. */
  readonly help: string;
  /** Numbers in the Common Weakness Enumeration. */
  readonly cwe: readonly number[];
  /** From 0 to 10, as the Common Vulnerability Scoring System counts, if it can be reached from outside. */
  readonly severity: number;
}

export const rules: Readonly<Record<Rule, RuleDescription>> = {
  leak: {
    summary: 'Memory is lost without being freed',
    help: 'The last pointer to allocated memory is lost before the memory is freed. Free the memory first, or keep a pointer to it.',
    cwe: [401],
    severity: 4.3,
  },
  'null-dereference': {
    summary: 'A null pointer is dereferenced',
    help: 'A pointer that is null on some path is used to read or write memory. Test it first, or make sure that it is set on every path.',
    cwe: [476],
    severity: 5.9,
  },
  'unchecked-allocation': {
    summary: 'The result of an allocation is used without a test',
    help: 'An allocation can fail and return null; its result is used as if it could not. Test the result and handle the failure.',
    cwe: [690, 252],
    severity: 4.3,
  },
  'use-after-free': {
    summary: 'Memory is used after it has been freed',
    help: 'Memory is read or written through a dangling pointer: after it was freed, or after the lifetime of a local variable. Use it before it is freed, and clear every pointer to it then.',
    cwe: [416],
    severity: 8.1,
  },
  'double-free': {
    summary: 'Memory is freed twice',
    help: 'Memory that has already been freed is freed again. Decide which pointer owns the memory, and set the others to null when it is freed.',
    cwe: [415],
    severity: 8.1,
  },
  'invalid-free': {
    summary: 'A pointer that no allocation returned is freed',
    help: 'A pointer that does not point to the start of allocated memory is freed: to a variable, a literal, the middle of an allocation. Free exactly what an allocation returned.',
    cwe: [590, 761],
    severity: 8.1,
  },
  'mismatched-free': {
    summary: 'Memory is released by the wrong function',
    help: 'Memory is released by another function than the one that belongs to its allocation, such as `free` for a stream. Call the one that belongs to it.',
    cwe: [762],
    severity: 5.9,
  },
  'uninitialized-pointer': {
    summary: 'An uninitialised pointer is used',
    help: 'An uninitialised pointer is dereferenced or freed. Initialise it where it is declared.',
    cwe: [824, 457],
    severity: 7.4,
  },
  'out-of-bounds': {
    summary: 'Memory is accessed out of bounds',
    help: 'A read or write is past the end or before the start of an allocation or an array. Check the index against the size.',
    cwe: [787, 125],
    severity: 8.1,
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

// Which candidates there are for the findings of each rule.
// The table that fix.ts goes by.

import type { Rule } from '../../findings/rules.js';
import type { Kind } from './candidate.js';
import { fixDoubleFree, fixMismatch, fixUseAfterFree } from './frees.js';
import { fixLeak } from './leaks.js';
import { fixNull } from './nulls.js';

const none: Kind = () => [];

export const KINDS: Readonly<Record<Rule, Kind>> = {
  leak: fixLeak,
  'null-dereference': fixNull,
  'unchecked-allocation': fixNull,
  'double-free': fixDoubleFree,
  'use-after-free': fixUseAfterFree,
  'mismatched-free': fixMismatch,
  'invalid-free': none,
  'uninitialized-pointer': none,
  'out-of-bounds': none,
};

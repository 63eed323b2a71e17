// A proof of one function drops a finding only if none of its assumptions is what the finding claims to be violated.

import { expect, it } from 'vitest';
import { SecondStage } from '../../src/driver/check/refute.js';
import type { Finding, Rule } from '../../src/engines/engine.js';
import { because, type ReasonKind } from '../../src/engines/reason.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const TEXT = 'void *malloc(unsigned long);\nvoid f(int *p) { p = malloc(4); }\nvoid g(void) {}\n';
const unit = readUnit('a.c', new TextEncoder().encode(TEXT), LP64);
const program = linkWithModels([unit], LP64, []);
const siteOf = (text: string) => {
  const at = TEXT.indexOf(text);
  return { source: unit.source, at, end: at + text.length };
};

const finding = (rule: Rule, allocatedIn = 'malloc(4)'): Finding => ({
  rule,
  certainty: 'possible',
  engine: 'modular',
  function: 'f',
  site: siteOf('p = malloc(4)'),
  message: 'm',
  condition: null,
  trace: [],
  allocation: rule === 'leak' ? siteOf(allocatedIn) : null,
});

/** Does a proof of `f` with assumptions of these kinds drop the finding? */
async function isDropped(about: Finding, ...kinds: ReasonKind[]): Promise<boolean> {
  const assumptions = kinds.map((kind) => because(kind, 'a'));
  const proof = { engine: 'paths', assumptions, trivial: false, followed: [] } as const;
  const panel = {
    program,
    engines: [],
    analyses: 0,
    steps: 1,
    together: 1,
    unseen: () => [],
    ask: () => Promise.reject(new Error('nobody is asked')),
    prove: async () => ({ proof, reason: null, steps: 1 }),
  };
  return (await new SecondStage(panel, [about]).judge(about)).refutation !== null;
}

it('a proof without assumptions drops every finding in the function', async () => {
  for (const rule of ['null-dereference', 'use-after-free', 'double-free', 'out-of-bounds', 'invalid-free'] as const)
    expect(await isDropped(finding(rule))).toBe(true);
});

it.each<[Rule, ReasonKind]>([
  ['null-dereference', 'not-null'],
  ['null-dereference', 'in-bounds'],
  ['null-dereference', 'callee'],
  ['null-dereference', 'valid-result'],
  ['unchecked-allocation', 'environment'],
  ['use-after-free', 'callee'],
  ['use-after-free', 'ownership'],
  ['use-after-free', 'valid-memory'],
  ['double-free', 'ownership'],
  ['invalid-free', 'ownership'],
  ['out-of-bounds', 'in-bounds'],
  ['out-of-bounds', 'valid-argument'],
  ['uninitialized-pointer', 'valid-memory'],
])('%s is not refuted by a proof that assumes %s', async (rule, kind) => {
  expect(await isDropped(finding(rule), kind)).toBe(false);
});

it.each<[Rule, ReasonKind]>([
  ['null-dereference', 'ownership'],
  ['use-after-free', 'not-null'],
  ['out-of-bounds', 'ownership'],
  ['leak', 'callee'],
  ['leak', 'not-null'],
])('%s is refuted by a proof that assumes %s', async (rule, kind) => {
  expect(await isDropped(finding(rule), kind)).toBe(true);
});

it('a leak of memory that another function allocates stays', async () => {
  expect(await isDropped(finding('leak'))).toBe(true);
  expect(await isDropped(finding('leak', 'void g'))).toBe(false);
  expect(await isDropped({ ...finding('leak'), allocation: null })).toBe(false);
});

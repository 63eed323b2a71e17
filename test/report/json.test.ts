// The report for scripts: its stable members, and its schema.

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/findings/report.js';
import { formatJson } from '../../src/report/json.js';
import { makeFinding, makeReport, sourcesOf } from '../support/reports.js';

const schema = JSON.parse(readFileSync('schema/report.schema.json', 'utf8'));
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);

function expectValid(report: Report): void {
  validate(JSON.parse(formatJson(report)));
  expect(validate.errors).toBeNull();
}

const sources = sourcesOf({ 'a.c': 'void f(void) {\n  p = 0; // caulk-ignore[leak]\n  q = 0;\n}\n' });
const full = makeFinding({
  rule: 'use-after-free',
  certainty: 'confirmed',
  engines: ['fold', 'paths'],
  condition: 'n > 0',
  trace: [{ file: 'a.c', line: 1, column: 1, message: 'enters' }],
  allocation: { file: 'a.c', line: 1, column: 5 },
});

describe('formatJson', () => {
  it('has the stable members', () => {
    const [finding] = JSON.parse(formatJson(makeReport([full], { sources }))).findings;
    expect(finding).toEqual({
      rule: 'use-after-free',
      certainty: 'confirmed',
      file: 'a.c',
      line: 2,
      column: 3,
      function: 'f',
      message: 'the block is lost',
      engine: 'fold',
      engines: ['fold', 'paths'],
      condition: 'n > 0',
      latent: false,
      doubts: [],
      worth: null,
      trace: [{ file: 'a.c', line: 1, column: 1, message: 'enters' }],
      reproduction: null,
      noReproduction: null,
      allocation: { file: 'a.c', line: 1 },
      input: null,
      repeat: null,
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      baseline: null,
      mark: null,
    });
  });

  it('has all other members', () => {
    expect(JSON.parse(formatJson(makeReport([])))).toEqual({
      tool: 'caulk',
      version: '1.2.3',
      root: '/project',
      findings: [],
      suppressed: [],
      refuted: [],
      gone: null,
      elsewhere: null,
      functions: [{ name: 'f', file: 'a.c', line: 1, status: 'analysed', reason: null }],
      stats: {
        files: 1,
        functions: 1,
        instructions: 9,
        states: 4,
        milliseconds: { preprocess: 10, read: 20, total: 310 },
        peakMemoryMB: 80,
        latent: 0,
        secondLook: null,
      },
    });
  });

  it('conforms to its schema', () => {
    const plain = makeReport([full, makeFinding(), makeFinding({ line: 3 })], { sources });
    expect(plain.suppressed).toHaveLength(1);
    expectValid(plain);
    const baseline = new Map(plain.findings.map((finding) => [finding.fingerprint, finding]));
    const compared = makeReport([full, makeFinding({ rule: 'leak', line: 4 })], { sources, baseline, files: ['a.c'] });
    expect(compared.gone).toHaveLength(1);
    expectValid(compared);
    expectValid(makeReport([]));
  });

  it.each([
    ['an unknown rule', { rule: 'bananas' }],
    ['a line before the first', { line: 0 }],
    ['a condition that is not text', { condition: 7 }],
    ['no engine', { engines: [] }],
  ])('whose schema rejects %s', (_, change) => {
    const report = JSON.parse(formatJson(makeReport([full], { sources })));
    report.findings[0] = { ...report.findings[0], ...change };
    expect(validate(report)).toBe(false);
  });

  it('escapes terminal control characters, and keeps the data', () => {
    const message = '\u001b[2J \u009b \u202e \u2028 \ud800 \u{e0041} ä 日本';
    const text = formatJson(makeReport([makeFinding({ message })]));
    expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(text).findings[0].message).toBe(message);
  });
});

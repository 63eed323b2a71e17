// Processing of findings before they are reported: filters, suppressions, baselines.

import { describe, expect, it } from 'vitest';
import { assembleFindings, newFindings } from '../../src/findings/assemble.js';
import type { Baseline } from '../../src/findings/baseline.js';
import type { FunctionEntry, ReportedFinding } from '../../src/findings/report.js';
import { makeFinding, makeScope, sourcesOf } from '../support/reports.js';

const CODE = 'void f(void) {\n  p = 0; // caulk-ignore[leak]: kept on purpose\n  q = 0;\n}\n';
const sources = sourcesOf({ 'a.c': CODE });

const baselineOf = (findings: readonly ReportedFinding[]): Baseline =>
  new Map(findings.map((finding) => [finding.fingerprint, finding]));

describe('suppressions', () => {
  it('keep the finding, marked with the reason', () => {
    const { findings, suppressed, diagnostics } = assembleFindings(
      [makeFinding({ line: 2 }), makeFinding({ line: 3 })],
      makeScope({ sources }),
    );
    expect(findings.map((finding) => finding.line)).toEqual([3]);
    expect(suppressed).toEqual([
      expect.objectContaining({ line: 2, suppression: { by: 'comment', reason: 'kept on purpose' } }),
    ]);
    expect(diagnostics).toEqual([]);
  });

  it('affect only their own rules, and unused ones are reported', () => {
    const { findings, diagnostics } = assembleFindings(
      [makeFinding({ line: 2, rule: 'double-free' })],
      makeScope({ sources, files: ['a.c'] }),
    );
    expect(findings).toHaveLength(1);
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: 'unused-suppression',
        message: 'no finding is suppressed here for leak',
        location: expect.objectContaining({ file: 'a.c', line: 2, column: 10 }),
      }),
    ]);
  });

  it.each([
    ['the rule is disabled', makeScope({ sources, files: ['a.c'], rules: new Set(['double-free'] as const) })],
    ['the function was not analysed', makeScope({ sources, files: ['a.c'], functions: [entry('timeout')] })],
  ])('are not reported as unused if %s', (_, scope) => {
    expect(assembleFindings([], scope).diagnostics).toEqual([]);
  });

  it('are reported as unused in a function that was analysed', () => {
    const functions = [entry('analysed')];
    expect(assembleFindings([], makeScope({ sources, files: ['a.c'], functions })).diagnostics).toHaveLength(1);
  });
});

describe('filters', () => {
  it('drop disabled rules and excluded files', () => {
    const all = [makeFinding(), makeFinding({ rule: 'double-free' }), makeFinding({ file: 'lib/b.c' })];
    const scope = makeScope({ rules: new Set(['leak'] as const), isExcluded: (file) => file.startsWith('lib/') });
    expect(assembleFindings(all, scope).findings).toEqual([expect.objectContaining({ rule: 'leak', file: 'a.c' })]);
  });
});

describe('baseline', () => {
  const old = makeFinding({ line: 3 });
  const baseline = baselineOf(assembleFindings([old], makeScope({ sources })).findings);
  const moved = sourcesOf({ 'a.c': `// new line\n${CODE}` });

  it('distinguishes new from unchanged findings, on any line', () => {
    const fresh = makeFinding({ line: 4, rule: 'double-free' });
    const { findings, gone } = assembleFindings([{ ...old, line: 4 }, fresh], makeScope({ sources: moved, baseline }));
    expect(findings.map(({ rule, baseline }) => [rule, baseline])).toEqual([
      ['double-free', 'new'],
      ['leak', 'unchanged'],
    ]);
    expect(newFindings(findings).map(({ rule }) => rule)).toEqual(['double-free']);
    expect(gone).toEqual([]);
  });

  it('reports fixed findings', () => {
    const { gone } = assembleFindings([], makeScope({ sources, baseline, files: ['a.c'] }));
    expect(gone).toEqual([expect.objectContaining({ rule: 'leak', file: 'a.c', line: 3 })]);
    expect(assembleFindings([], makeScope({ baseline })).gone).toHaveLength(1); // the file is removed, too
  });

  it.each([
    ['a file', makeScope({ sources, baseline, files: ['b.c'] })],
    ['a rule', makeScope({ sources, baseline, files: ['a.c'], rules: new Set(['double-free'] as const) })],
  ])('does not report %s as fixed if it was not analysed', (_, scope) => {
    expect(assembleFindings([], scope).gone).toEqual([]);
  });

  it('without a baseline nothing is compared', () => {
    const { findings, gone } = assembleFindings([old], makeScope({ sources }));
    expect([findings[0]!.baseline, gone]).toEqual([null, null]);
    expect(newFindings(findings)).toEqual(findings);
  });
});

function entry(status: FunctionEntry['status']): FunctionEntry {
  return { name: 'f', file: 'a.c', line: 1, status, reason: null };
}

// Earlier reports as baselines: those of caulk, and malformed ones.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Baseline, readBaseline } from '../../src/findings/baseline.js';
import { formatJson } from '../../src/report/json.js';
import { formatSarif } from '../../src/report/sarif.js';
import { makeFinding, makeReport, sourcesOf } from '../support/reports.js';

const path = join(mkdtempSync(join(tmpdir(), 'caulk-baseline-')), 'old.json');

function read(text: string) {
  writeFileSync(path, text);
  return readBaseline(path);
}

const sources = sourcesOf({
  'a.c': 'void f(void) {\n  p = 0;\n  q = 0; // caulk-ignore[leak]: r\n}\n',
  'dir with blank/ä.c': 'void g(void) {\n  table[i](p);\n}\n',
});
const findings = [
  makeFinding(),
  makeFinding({ line: 3 }),
  makeFinding({ file: 'dir with blank/ä.c', message: 'lost in table[i](p)' }),
];
const report = makeReport(findings, { sources });

describe('readBaseline', () => {
  it.each([
    ['JSON', formatJson(report)],
    ['SARIF', formatSarif(report, sources)],
  ])('reads its own %s, suppressed findings too', (_, text) => {
    const all = [...report.findings, ...report.suppressed];
    const expected = all.map(({ fingerprint, rule, message, file, line, column, function: inside }) => [
      fingerprint,
      { fingerprint, rule, message, file, line, column, function: inside },
    ]);
    expect(expected).toHaveLength(3);
    expect([...(read(text) as Baseline)].sort()).toEqual(expected.sort());
  });

  it('ignores findings that were absent then', () => {
    const baseline = read(formatJson(report)) as Baseline;
    const later = makeReport([], { baseline, sources, files: ['a.c', 'dir with blank/ä.c'] });
    expect(later.gone).toHaveLength(3);
    expect(read(formatSarif(later, sources))).toEqual(new Map());
  });

  it.each([
    ['{', 'is not JSON'],
    ['null', 'is neither'],
    ['[]', 'is neither'],
    ['{"tool": "caulk"}', 'is neither'],
    ['{"tool": "caulk", "findings": [{"rule": "leak"}]}', 'is neither'],
    ['{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "other"}}}]}', 'is neither'],
    ['{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "caulk"}}, "results": [{}]}]}', 'is neither'],
  ])('%s is rejected', (text, message) => {
    expect(read(text)).toMatchObject({ code: 'bad-baseline', message: expect.stringContaining(message) });
  });

  it('reports a missing file', () => {
    expect(readBaseline('nowhere.json')).toMatchObject({ code: 'unreadable-file' });
  });
});

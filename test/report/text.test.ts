// The report as text.

import { describe, expect, it } from 'vitest';
import { coloured } from '../../src/report/colour.js';
import { formatText } from '../../src/report/text.js';
import { makeFinding, makeReport, sourcesOf } from '../support/reports.js';

const sources = sourcesOf({ 'a.c': 'void f(void) {\n\tp = 0;\n}\n', 'b.c': 'x;\n' });
const step = (line: number, message: string) => ({ file: 'a.c', line, column: 1, message });

describe('formatText', () => {
  it('has the format of compiler messages', () => {
    const finding = makeFinding({
      column: 2,
      engines: ['paths', 'fold'],
      trace: [step(1, 'allocated here'), step(2, 'overwritten here')],
      condition: 'n > 0',
    });
    expect(formatText(makeReport([finding], { sources }), sources)).toBe(`a.c:2:2: warning: the block is lost [leak]
    2 |         p = 0;
      |         ^
a.c:1:1: note: allocated here
a.c:2:1: note: overwritten here
  definite: on every execution that gets here (paths, fold)
  happens when: n > 0

1 finding (1 leak) in 1 file, 1 function, 0.31 s
`);
  });

  it('says of a latent finding that no caller makes it happen', () => {
    const latent = makeFinding({ latent: true, condition: 'n > 0', certainty: 'possible' });
    expect(formatText(makeReport([latent], { sources }), sources)).toContain(
      '  possible: made to happen by no known caller (paths)\n  happens when: n > 0; no known caller makes it so\n',
    );
  });

  it('names the beliefs that speak against a finding', () => {
    const finding = makeFinding({ certainty: 'possible', doubts: ['merged-state'] });
    expect(formatText(makeReport([finding], { sources }), sources)).toContain(
      '  possible: not excluded, and shown by no run (paths)\n  doubt: merged-state\n',
    );
  });

  it('omits the source line if there is none', () => {
    const text = formatText(makeReport([makeFinding({ file: '<built-in>/libc.c' })]), sources);
    expect(text.split('\n')).toHaveLength(5);
  });

  it('puts an empty line between findings', () => {
    const text = formatText(makeReport([makeFinding({ line: 1, column: 1 }), makeFinding()], { sources }), sources);
    expect(text).toMatch(/^a\.c:1:1: .*\n.*\n.*\n.*\n\na\.c:2:3: .*\n.*\n.*\n.*\n\n2 findings/);
  });

  it('shortens very long traces', () => {
    const trace = Array.from({ length: 100 }, (_, i) => step(1, `step ${i + 1}.`));
    const text = formatText(makeReport([makeFinding({ trace })]), sources);
    expect(text).toContain('note: step 12.\n  … 76 more steps; --format json has them all\na.c:1:1: note: step 89.');
  });

  it('is coloured only if requested', () => {
    const report = makeReport([makeFinding(), makeFinding({ certainty: 'possible', line: 1 })], { sources });
    expect(formatText(report, sources)).not.toContain('\u001b');
    const text = formatText(report, sources, { palette: coloured });
    expect(text).toContain('\u001b[1;31mwarning:\u001b[0m');
    expect(text).toContain('\u001b[1;35mwarning:\u001b[0m');
  });

  it('escapes terminal control sequences', () => {
    const evil = '\u001b]0;title\u0007\r\n\u202e';
    const hostile = sourcesOf({ 'a.c': `x;\n${evil.replace('\n', '')}\n`, [`${evil}.c`]: `${evil}` });
    const finding = makeFinding({
      message: evil,
      condition: evil,
      trace: [{ file: `${evil}.c`, line: 1, column: 1, message: evil }],
    });
    const findings = [finding, { ...finding, file: `${evil}.c`, line: 1 }];
    const text = formatText(makeReport(findings, { sources: hostile }), hostile);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('<U+001B>]0;title<U+0007><U+000D><U+000A><U+202E>');
  });
});

describe('the summary', () => {
  const last = (report: Parameters<typeof formatText>[0]) => formatText(report, sources).trimEnd().split('\n').at(-1);

  it('counts by rule, most frequent first', () => {
    const findings = [
      makeFinding({ rule: 'double-free' }),
      makeFinding({ line: 3 }),
      makeFinding({ line: 4 }),
      makeFinding({ rule: 'invalid-free' }),
    ];
    expect(last(makeReport(findings))).toBe(
      '4 findings (2 leak, 1 double-free, 1 invalid-free) in 1 file, 1 function, 0.31 s',
    );
  });

  it('states that there are no findings', () => {
    expect(last(makeReport([]))).toBe('no findings in 1 file, 1 function, 0.31 s');
  });

  it('counts suppressed findings and functions that were not analysed', () => {
    const quiet = sourcesOf({ 'a.c': 'int x;\n  p = 0; // caulk-ignore[leak]: r\n' });
    const entry = { name: 'g', file: 'a.c', line: 1, reason: null };
    const functions = [
      { ...entry, status: 'skipped' as const },
      { ...entry, status: 'timeout' as const },
      { ...entry, status: 'timeout' as const },
    ];
    expect(last(makeReport([makeFinding()], { sources: quiet }, { functions }))).toBe(
      'no findings, 1 suppressed in 1 file, 1 function, 0.31 s; 1 function skipped; 2 functions timed out',
    );
  });

  it('with a baseline, only new findings are shown and counted', () => {
    const old = makeReport([makeFinding(), makeFinding({ line: 1 })], { sources }).findings;
    const baseline = new Map(old.map((finding) => [finding.fingerprint, finding]));
    const findings = [makeFinding(), makeFinding({ rule: 'double-free' })];
    const text = formatText(makeReport(findings, { sources, baseline, files: ['a.c'] }), sources);
    expect(text).toMatch(/^a\.c:2:3: warning: .* \[double-free\]\n/);
    expect(text).not.toContain('[leak]');
    expect(text).toContain('1 new finding (1 double-free), 1 unchanged, 1 gone in 1 file');
  });

  it('is omitted if requested', () => {
    expect(formatText(makeReport([]), sources, { summary: 'unwanted' })).toBe('');
  });
});

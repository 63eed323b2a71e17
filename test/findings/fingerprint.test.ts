// Identifiers of findings that survive unrelated edits.

import { describe, expect, it } from 'vitest';
import { fingerprintFindings } from '../../src/findings/fingerprint.js';
import type { LocatedFinding } from '../../src/findings/report.js';
import { makeFinding, sourcesOf } from '../support/reports.js';

const CODE = 'void f(void) {\n  p = 0;\n  p = 0;\n}\n';

function printsOf(findings: readonly LocatedFinding[], code: string): string[] {
  const prints = fingerprintFindings(findings, sourcesOf({ 'a.c': code }));
  return findings.map((finding) => prints.get(finding)!);
}

describe('fingerprintFindings', () => {
  const [before] = printsOf([makeFinding({ line: 2 })], CODE);

  it.each([
    ['lines inserted above', makeFinding({ line: 4 }), `// one\n// two\n${CODE}`],
    ['other blanks', makeFinding({ line: 2 }), CODE.replace('  p = 0;', '\tp  =  0;\r')],
    [
      'another column, wording, engine or certainty',
      makeFinding({ line: 2, column: 7, message: 'new words', engines: ['fold'], certainty: 'possible' }),
      CODE,
    ],
    [
      'a suppression on the line',
      makeFinding({ line: 2 }),
      CODE.replace('p = 0;', 'p = 0; // caulk-ignore[leak]: why'),
    ],
  ])('stays with %s', (_, finding, code) => {
    expect(printsOf([finding], code)).toEqual([before]);
  });

  it.each([
    ['another rule', makeFinding({ rule: 'double-free' }), CODE],
    ['another function', makeFinding({ function: 'g' }), CODE],
    ['another file', makeFinding({ file: 'b.c' }), CODE],
    ['other code', makeFinding(), CODE.replace('p = 0', 'q = 0')],
    ['another allocation', makeFinding({ allocation: { file: 'a.c', line: 1, column: 1 } }), CODE],
  ])('changes with %s', (_, finding, code) => {
    expect(printsOf([finding], code)).not.toEqual([before]);
  });

  it('numbers equal findings by place', () => {
    const [second, first] = printsOf(
      [makeFinding({ line: 3, certainty: 'confirmed' }), makeFinding({ line: 2 })],
      CODE,
    );
    expect(first).toBe(before);
    expect(second).not.toBe(before);
  });

  it('uses the message without its numbers if there is no source', () => {
    const of = (message: string) => printsOf([makeFinding({ file: 'gone.c', message })], '')[0];
    expect(of('lost at line 7')).toBe(of('lost at line 12'));
    expect(of('lost at line 7')).not.toBe(of('freed at line 7'));
  });
});

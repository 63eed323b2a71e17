// Review marks: written by `caulk mark`, read by `check`, shown in all formats, and still there after edits.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { formats } from '../../src/report/formats.js';
import { caulk, type Said } from '../support/cli.js';
import { makeProject, writeFiles } from '../support/project.js';

const LEAKS = `#include <stdlib.h>
int f(void) {
  char *p = malloc(4);
  return p != 0;
}
int g(void) {
  char *q = malloc(8);
  return q != 0;
}
`;
const home = process.cwd();
afterEach(() => process.chdir(home));

/** A project that the commands then run in. */
function enter(): string {
  const folder = makeProject({ 'caulk.config.json': '{}', 'src/a.c': LEAKS });
  process.chdir(folder);
  return folder;
}

const check = (...words: string[]): Promise<Said> =>
  caulk('check', '--no-cache', '--engine', 'modular', ...words, 'src');
const marksIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'caulk.marks.json'), 'utf8')).marks;

describe('caulk mark', () => {
  it('settles what is false or intended, and keeps telling what is to be fixed', async () => {
    const folder = enter();
    expect(await caulk('mark', 'src/a.c:4', 'false', '--reason', 'a test')).toEqual({
      status: 0,
      out: 'src/a.c:4: leak: false alarm\n',
      err: '',
    });
    await caulk('mark', 'src/a.c:8', 'to-fix', '--by', 'ada');
    expect(marksIn(folder)).toMatchObject([
      { verdict: 'false', reason: 'a test', rule: 'leak', file: 'src/a.c', line: 4, function: 'f' },
      { verdict: 'to-fix', by: 'ada', line: 8, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ]);
    const said = await check();
    expect(said.out).toMatch(/^src\/a\.c:8:3: warning: [\s\S]*\n {2}marked: to be fixed\n/);
    expect(said.out).toContain('1 finding (1 leak), 1 marked false or intended in');
    await caulk('mark', 'src/a.c:8', 'intended');
    expect(await check()).toMatchObject({ status: 0 });
    await caulk('mark', 'src/a.c:8', 'none');
    expect(marksIn(folder)).toHaveLength(1);
  });

  it('survives edits, and is read wherever caulk is started', async () => {
    const folder = enter();
    await caulk('mark', 'src/a.c:4', 'false');
    await caulk('mark', 'src/a.c:8', 'intended');
    writeFiles(folder, { 'src/a.c': `// one line\n\n${LEAKS.replace('int g', 'int between;\nint g')}` });
    expect(await check()).toMatchObject({ status: 0 });
    process.chdir('/');
    expect(await caulk('check', '--engine', 'modular', '--no-cache', join(folder, 'src/a.c'))).toMatchObject({
      status: 0,
    });
  });

  it('takes fingerprints and findings of a report', async () => {
    const folder = enter();
    const report = join(folder, 'report.json');
    await check('--format', 'json', '-o', report);
    const [first, second] = JSON.parse(readFileSync(report, 'utf8')).findings;
    expect(await caulk('mark', first.fingerprint, 'false')).toMatchObject({ status: 0 });
    expect(await caulk('mark', `src/a.c:${second.line}`, 'intended', '--report', report)).toMatchObject({ status: 0 });
    expect(marksIn(folder).map((mark: { line?: number }) => mark.line)).toEqual([undefined, second.line]);
    expect(await check()).toMatchObject({ status: 0 });
  });

  it.each(Object.keys(formats).filter((name) => name !== 'html'))('shows in %s', async (format) => {
    enter();
    await caulk('mark', 'src/a.c:4', 'false', '--reason', 'settled');
    await caulk('mark', 'src/a.c:8', 'to-fix', '--reason', 'soon');
    const { out } = await check('--format', format);
    expect(out).toContain('soon');
    if (['json', 'sarif', 'junit'].includes(format)) expect(out).toContain('settled');
    else expect(out).not.toContain('a.c:4');
    if (format === 'sarif') {
      const suppressions = JSON.parse(out).runs[0].results.map((r: { suppressions?: object }) => r.suppressions);
      expect(suppressions).toEqual([undefined, [{ kind: 'external', justification: 'false alarm: settled' }]]);
    }
  });

  it('says what is wrong in a sentence', async () => {
    const folder = enter();
    const wrong: [string[], RegExp][] = [
      [['src/a.c:4', 'wrong'], /the verdict is false, intended, to-fix or none, not `wrong` /],
      [['src/a.c', 'false'], /`src\/a\.c` is neither the fingerprint of a finding nor FILE:LINE/],
      [['src/a.c:5', 'false'], /no finding is reported at src\/a\.c:5, there are some in line 4, 8; -p checks/],
      [['src/b.c:5', 'false'], /there is no such file/],
    ];
    for (const [words, message] of wrong) {
      expect(await caulk('mark', ...words)).toMatchObject({ status: 2, err: expect.stringMatching(message) });
    }
    expect(existsSync(join(folder, 'caulk.marks.json'))).toBe(false);
    writeFiles(folder, { 'caulk.marks.json': '{ "marks": [{ "verdict": "false" }] }' });
    expect(await check()).toMatchObject({ status: 2, out: '', err: expect.stringContaining('bad-marks') });
  });
});

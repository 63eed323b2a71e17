// A function whose analysis crashes is named and is an unknown call for its callers. All other functions are
// analysed as usual.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { Answerer } from '../../src/driver/project/answerer.js';
import { Executor } from '../../src/driver/project/executor.js';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-crashes-'));
const file = join(folder, 'a.c');
afterAll(() => rmSync(folder, { recursive: true }));

test('a crash in one function does not affect others', async () => {
  writeFileSync(
    file,
    `#include <stdlib.h>
void bad(char *p) { if (p) p[0] = 1; }
int beside(int n) { return n + 1; }
void leak(void) { char *p = malloc(8); if (p) p[0] = 1; }
void caller(void) { char *p = malloc(8); bad(p); }
`,
  );
  const analyse = Executor.prototype.analyse;
  vi.spyOn(Executor.prototype, 'analyse').mockImplementation(async function (this: Executor, task) {
    if (task.pieces.some(({ functions }) => functions.some((id) => /\bbad\b/.test(id)))) throw new Error('a mistake');
    return analyse.call(this, task);
  });
  const { out, err } = await caulk('check', '--engine', 'modular', '--no-cache', '--format', 'json', file);
  const { functions, findings } = JSON.parse(out);
  const becameOf = (name: string) => functions.find((f: { name: string }) => f.name === name);
  expect(becameOf('bad')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('Error: a mistake') });
  expect(becameOf('beside')).toMatchObject({ status: 'analysed' });
  expect(becameOf('leak')).toMatchObject({ status: 'analysed' });
  expect(becameOf('caller')).toMatchObject({ status: 'analysed' });
  expect(findings.map((f: { rule: string; line: number }) => `${f.rule} ${f.line}`)).toEqual(['leak 4']);
  expect(err).toContain('`bad` could not be analysed: Error: a mistake');
});

test('a crash of runs leaves the finding as it was, and is told', async () => {
  writeFileSync(
    file,
    '#include <stdlib.h>\nint lose(int n) { char *p = malloc(8); if (!p) return 1; if (n > 3) return 2; free(p); return 0; }\n',
  );
  const answer = Answerer.prototype.answer;
  vi.spyOn(Answerer.prototype, 'answer').mockImplementation(async function (this: Answerer, question) {
    if (question.kind === 'trial' || question.kind === 'runs') throw new Error('a mistake');
    return answer.call(this, question);
  });
  const { out, err, status } = await caulk('check', '--no-cache', '--format', 'json', file);
  vi.restoreAllMocks();
  const { findings } = JSON.parse(out);
  expect(findings.map((f: { rule: string; line: number }) => `${f.rule} ${f.line}`)).toEqual(['leak 2']);
  expect(err).toMatch(/runs from `lose` crashed: Error: a mistake/);
  expect(status).not.toBe(0);
});

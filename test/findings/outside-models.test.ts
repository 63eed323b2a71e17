// No finding, and no step of a trace, lies in a model: what happens there is told at the call in the program.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeFindings } from '../../src/findings/merge.js';
import { caulk } from '../support/cli.js';
import { makeFinding } from '../support/reports.js';

const step = (file: string, line: number, message: string) => ({ file, line, column: 1, message });

describe('a finding in a model', () => {
  it('moves to the call that its trace tells last', () => {
    const trace = [step('a.c', 4, 'calls g'), step('a.c', 9, 'calls strlen'), step('<models>/strings.c', 3, 'reads')];
    const allocation = { file: '<models>/memory.c', line: 3, column: 1 };
    const finding = makeFinding({ file: '<models>/strings.c', line: 3, trace, allocation });
    expect(mergeFindings([finding])).toMatchObject([
      { file: 'a.c', line: 9, trace: trace.slice(0, 1), allocation: null },
    ]);
  });

  it('is dropped if it has no place in the program', () => {
    expect(
      mergeFindings([makeFinding({ file: '<models>/strings.c' }), makeFinding({ file: '<stdin>' })]),
    ).toMatchObject([{ file: '<stdin>' }]);
  });
});

const file = join(mkdtempSync(join(tmpdir(), 'caulk-models-')), 'a.c');
writeFileSync(
  file,
  `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char *p = argc > 1 ? argv[1] : NULL;
  printf("%s", p);
  char *q = malloc(4);
  if (!q) return 1;
  strcpy(q, "hello");
  free(q);
  return (int)strlen(q);
}
`,
);

describe.each(['auto', 'paths', 'stack', 'fold', 'symbolic', 'modular'])('%s', (engine) => {
  it('reports nothing in models', async () => {
    const { out } = await caulk('check', '--no-cache', '--engine', engine, '--format', 'json', file);
    expect(JSON.parse(out).findings.length).toBeGreaterThan(0);
    expect(out).not.toContain('<models>');
    expect(out).not.toContain('__caulk');
    const { out: proof } = await caulk('prove', '--engine', engine === 'modular' ? 'paths' : engine, file);
    expect(proof.split('\n').filter((line) => /^<models>|^.*__caulk/.test(line))).toEqual([]);
  });
});

// Programs that are too large for the BDDs of the engine: it gives up, proves nothing, and reports the reason.

import { describe, expect, test } from 'vitest';
import { fold } from '../../../src/engines/fold/engine.js';
import { PROPERTIES } from '../../../src/engines/shared/ledger.js';
import { proves } from '../../../src/findings/verdicts.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const repeat = (times: number, line: (i: number) => string): string =>
  Array.from({ length: times }, (_, i) => line(i)).join('');

const GLOBALS = `int x; ${repeat(1500, (i) => `struct { const char *name; int *flag; } o${i}[3] = { { "a", &x }, { "b", 0 }, { 0, 0 } };`)}
int main(void) { return 0; }`;
const LOCALS = `void *malloc(unsigned long); void free(void *);
int main(void) { ${repeat(400, (i) => `char *p${i} = malloc(${i + 1});`)} ${repeat(400, (i) => `free(p${i});`)} return 0; }`;

describe.each([
  ['variables with initial values', GLOBALS],
  ['pointers', LOCALS],
])('a main with more %s than the engine supports', (_name, text) => {
  test('is left open, with a reason and a place', { timeout: 60_000 }, () => {
    const unit = readUnit('large.c', new TextEncoder().encode(text), LP64);
    const program = linkWithModels([unit], LP64);
    const options = { mallocMayFail: false, leakAtExit: false, budget: 500 };
    const result = fold.analyse({ program, entry: program.functionNamed('main')!, options });
    expect(PROPERTIES.filter((p) => proves(result, p))).toEqual([]);
    expect(result.findings).toEqual([]);
    expect(result.assumptions.map(({ text }) => text).join()).toMatch(
      /not followed beyond large\.c:\d+: the Boolean functions/,
    );
    const [block] = program.functionNamed('main')!.body!.blocks;
    expect(result.draw({ function: program.functionNamed('main')!, block: block!, index: 0 })).toBeInstanceOf(Array);
  });
});

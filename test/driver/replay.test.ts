// Leaks that a run confirms: lost memory at its place; memory still reachable only for findings about the exit.

import { expect, it } from 'vitest';
import { replayOptions, shows } from '../../src/driver/replay/replay.js';
import type { Finding } from '../../src/engines/engine.js';
import { runProgram } from '../../src/interp/run.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

const TEXT = `void *malloc(unsigned long); void *kept;
int main(void) { kept = malloc(4); return 0; }
`;

it('memory that is still reachable at exit is not lost, whatever the message says', () => {
  const unit = readUnit('a.c', new TextEncoder().encode(TEXT), LP64);
  const run = runProgram([unit], replayOptions({ values: [], failures: [], words: 1 }));
  const { source, at, end } = unit.functions.find(({ name }) => name === 'main')!.body!;
  const common = { rule: 'leak', certainty: 'possible', engine: 'paths', function: 'main', condition: null } as const;
  const leak: Finding = { ...common, site: { source, at, end }, message: 'still there', trace: [], allocation: null };
  expect(run.reachable).toHaveLength(1);
  expect(shows(run, leak)).toBe(false);
  expect(shows(run, { ...leak, message: 'left', atExit: true })).toBe(true);
});

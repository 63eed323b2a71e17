// Jumps as ordinary control flow: the rewritten program does what the compiled one does, is well-formed, and leaves the original
// as it was. Jumps that are not followed are open with a reason.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCompiled } from '../../../bench/compiled.js';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import { followJumps } from '../../../src/engines/shared/jumps/follow-jumps.js';
import { callsIn } from '../../../src/engines/shared/reachable-functions.js';
import { runProgram } from '../../../src/interp/run.js';
import { symbolOf, type Unit } from '../../../src/ir/program.js';
import { verifyUnit } from '../../../src/ir/verify.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-jumps-'));
afterAll(() => rmSync(folder, { recursive: true }));

const programsIn = (path: string): string[] => readdirSync(path).map((name) => join(path, name));
const PROGRAMS = programsIn('test/programs/jumps');
const WRONG = programsIn('test/programs/no-wrong-proof/long-jumps');

async function load(file: string) {
  const loaded = await loadProgram(file, []);
  if ('problems' in loaded) throw new Error(loaded.problems[0]!.message);
  return { ...loaded, unit: loaded.units[0]!, entry: loaded.program.functionNamed('main')! };
}

const JUMPS = /^_?_?(sig)?(set|long)jmp$/;
const jumpsIn = ({ functions }: Unit): number =>
  functions
    .flatMap((f) => (f.body ? callsIn(f.body) : []))
    .filter(({ callee }) => callee.kind === 'direct' && JUMPS.test(symbolOf(callee.function))).length;

describe('the rewritten program', () => {
  it.each(PROGRAMS)('%s does what the compiled one does', async (file) => {
    const { program, unit, entry } = await load(file);
    const rewritten = followJumps(program, entry, 'runs').unitOf!(unit);
    const { output, outcome } = runProgram([rewritten]);
    const native = runCompiled(file, join(folder, 'program'), ['-O0'], 20);
    expect(native.problem).toBeNull();
    expect(Buffer.from(output).toString('latin1')).toBe(native.output);
    expect(outcome).toEqual({ kind: 'exit', status: native.status });
  });

  it.each([...PROGRAMS, ...WRONG])('%s is well-formed, and the original unchanged', async (file) => {
    const { program, unit, entry } = await load(file);
    const before = jumpsIn(unit);
    for (const purpose of ['runs', 'engines'] as const) {
      const { unitOf } = followJumps(program, entry, purpose);
      if (unitOf) expect(verifyUnit(unitOf(unit))).toEqual([]);
      if (unitOf) expect(jumpsIn(unitOf(unit))).toBe(0);
    }
    expect(jumpsIn(unit)).toBe(before);
  });
});

describe('left open', () => {
  const OPEN = {
    'pointer-to-longjmp': 'a pointer to setjmp or longjmp is not followed',
    'out-of-bsearch': 'a jump out of a function that `bsearch` calls is not followed',
    'stack-memory': 'setjmp in a function with memory on the stack whose size varies is not followed',
  };

  it.each(Object.entries(OPEN))('%s', async (name, reason) => {
    const { program, entry } = await load(`test/programs/no-wrong-proof/long-jumps/${name}.c`);
    const { open, unitOf } = followJumps(program, entry, 'engines');
    expect(unitOf).toBeNull();
    expect(open[0]?.reason?.text).toBe(reason);
  });
});

// Threads as calls: the rewritten program is well-formed, leaves the original as it was, and starts no thread. Threads that are not
// followed are open with a reason.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../../src/driver/load/load-program.js';
import { callsIn } from '../../../src/engines/shared/reachable-functions.js';
import { followThreads } from '../../../src/engines/shared/threads/follow-threads.js';
import { runProgram } from '../../../src/interp/run.js';
import { symbolOf, type Unit } from '../../../src/ir/program.js';
import { verifyUnit } from '../../../src/ir/verify.js';

const WRONG = 'test/programs/no-wrong-proof/threads';
const EVERYDAY = ['worker-thread', 'thread-result', 'one-after-other'].map((n) => `test/programs/everyday/${n}.c`);

async function follow(file: string) {
  const loaded = await loadProgram(file, []);
  if ('problems' in loaded) throw new Error(loaded.problems[0]!.message);
  const { program, units } = loaded;
  const unit = units[0]!;
  return { unit, ...followThreads(program, program.functionNamed('main')!) };
}

const startsIn = ({ functions }: Unit): number =>
  functions
    .flatMap((f) => (f.body ? callsIn(f.body) : []))
    .filter(({ callee }) => callee.kind === 'direct' && /_create$|_join$/.test(symbolOf(callee.function))).length;

describe('the rewritten program', () => {
  it.each([...EVERYDAY, ...readdirSync(WRONG).map((name) => join(WRONG, name))])('%s is well-formed', async (file) => {
    const { unit, unitOf, open } = await follow(file);
    expect(unitOf !== null || open.length > 0).toBe(true);
    if (unitOf) expect(verifyUnit(unitOf(unit))).toEqual([]);
    expect(startsIn(unit)).toBeGreaterThan(0);
  });

  it.each(EVERYDAY)('%s runs, without threads', async (file) => {
    const { unit, unitOf, open } = await follow(file);
    expect(open).toEqual([]);
    expect(startsIn(unitOf!(unit))).toBe(0);
    const { outcome, lost } = runProgram([unitOf!(unit)], { input: new Array(40).fill(0) });
    expect(outcome).toEqual({ kind: 'exit', status: 0 });
    expect(lost).toEqual([]);
  });
});

describe('left open', () => {
  const OPEN = {
    'ends-itself': '`pthread_exit` in a thread is not followed',
    'in-a-loop': 'the thread is not held by a variable of the function alone',
    'jumps-out': '`longjmp` in a thread is not followed',
    'own-variables': '`work` uses a variable that every thread has for itself',
  };

  it.each(Object.entries(OPEN))('%s', async (name, reason) => {
    const { open, unitOf } = await follow(`${WRONG}/${name}.c`);
    expect(unitOf).toBeNull();
    expect(open[0]?.reason?.text).toBe(reason);
  });
});

// Arithmetic on addresses stored as integers: no engine crashes, proves what a run refutes, or reports a definite error
// that does not happen. Most programs have a variant with an error.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadProgram } from '../../src/driver/load/load-program.js';
import { PROVERS } from '../../src/driver/prove/portfolio.js';
import { findProvers } from '../../src/engines/registry.js';
import { readAnnotations } from '../../src/findings/annotations.js';
import { proves } from '../../src/findings/verdicts.js';
import { runProgram } from '../../src/interp/run.js';
import { programsIn } from '../support/annotated.js';
import { caulk } from '../support/cli.js';

const files = programsIn('test/programs/addresses');

async function load(file: string) {
  const loaded = await loadProgram(file, []);
  if ('problems' in loaded) throw new Error(loaded.problems.map((p) => p.message).join('; '));
  return loaded;
}

const linesIn = (file: string) => readAnnotations(readFileSync(file, 'utf8')).map(({ line }) => line);

describe.each(files.map((file) => [basename(file), file] as const))('%s', (_name, file) => {
  const errors = linesIn(file);

  test('a run agrees with the annotations', async () => {
    const { units } = await load(file);
    const { outcome, lost } = runProgram(units, { leaks: 'locate' });
    expect(outcome.kind === 'incident' ? [outcome.incident.calls[0]?.location.line] : []).toEqual(errors);
    if (errors.length === 0) expect(lost).toEqual([]);
  });

  test.each(PROVERS)('%s', async (name) => {
    const [engine] = await findProvers([name]);
    const { program } = await load(file);
    const options = { mallocMayFail: false, leakAtExit: false, budget: 500 };
    const result = engine!.analyse({ program, entry: program.functionNamed('main')!, options });
    if (errors.length > 0) expect(proves(result, 'valid-deref')).toBe(false);
    else expect(result.findings.filter((f) => f.certainty === 'definite').map((f) => f.message)).toEqual([]);
  });

  test('check', async () => {
    const { findings } = JSON.parse((await caulk('check', '--no-cache', '--format', 'json', file)).out);
    const told = findings.filter((f: { certainty: string }) => f.certainty !== 'possible');
    expect(told.map((f: { line: number }) => f.line)).toEqual(errors);
  });
});

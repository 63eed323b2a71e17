// Compiles and runs the harness of one finding, with a limit of time.
// Behind replay-project.ts.

import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** `none`: it cannot be written; `late`: it did not come to an end. */
export type HarnessOutcome = 'as predicted' | 'not as predicted' | 'not compiled' | 'late' | 'none';

const LIMIT_MS = 180_000;

const MEANING: ReadonlyMap<unknown, HarnessOutcome> = new Map([
  [0, 'as predicted'],
  [77, 'not compiled'],
]);

export const runHarness = (directory: string): Promise<HarnessOutcome> =>
  new Promise((resolve) => {
    const script = join(directory, 'run.sh');
    execFile('sh', [script], { timeout: LIMIT_MS, maxBuffer: 1 << 26, cwd: directory }, (error) => {
      if (error?.killed) resolve('late');
      else resolve(MEANING.get(error ? error.code : 0) ?? 'not as predicted');
    });
  });

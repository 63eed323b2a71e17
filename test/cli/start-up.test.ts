// The built program: it starts at once, and the launcher finds it from everywhere.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const LIMIT_MS = 150;
const LAUNCHER_LIMIT_MS = 50;

/** The best of several runs: what the program needs when the machine lets it. */
function bestTime(program: string, words: readonly string[]): number {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    expect(spawnSync(program, words).status).toBe(0);
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe.skipIf(!existsSync('dist/.built'))('start-up', () => {
  it(`caulk --version takes less than ${LIMIT_MS} ms`, () => {
    expect(bestTime(process.execPath, ['dist/cli/main.js', '--version'])).toBeLessThan(LIMIT_MS);
  });

  it('the launcher adds little to that', () => {
    const direct = bestTime(process.execPath, ['dist/cli/main.js', '--version']);
    expect(bestTime('./caulk', ['--version']) - direct).toBeLessThan(LAUNCHER_LIMIT_MS);
  });

  it('the launcher works from another directory and through links', () => {
    const folder = mkdtempSync(join(tmpdir(), 'caulk-link-'));
    symlinkSync(resolve('caulk'), join(folder, 'first'));
    symlinkSync('first', join(folder, 'second'));
    for (const program of [resolve('caulk'), join(folder, 'first'), './second']) {
      const { status, stdout } = spawnSync(program, ['--version'], { cwd: folder, encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    }
  });
});

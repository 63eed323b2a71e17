// Start-up is fast because main.ts imports only a few files before it knows the command.
// `caulk bench start` measures the time; these tests check the imports.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every source file that is loaded together with `file`, except dynamic imports and types. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, target] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)\.js';/gm)) {
    loadedWith(resolve(dirname(file), `${target}.ts`), seen);
  }
  return seen;
}

describe('start-up', () => {
  it('loads no front end, engine or report before a command needs it', () => {
    const files = [...loadedWith(resolve('src/cli/main.ts'))].map((f) => relative('src', f));
    expect(files.filter((f) => !/^(base|cli)\//.test(f))).toEqual([]);
    expect(files.length).toBeLessThan(12);
  });

  it('works through the launcher, from another directory and through links', () => {
    const folder = mkdtempSync(join(tmpdir(), 'caulk-link-'));
    symlinkSync(resolve('caulk'), join(folder, 'first'));
    symlinkSync('first', join(folder, 'second'));
    for (const program of [resolve('caulk'), join(folder, 'first'), './second']) {
      const { status, stdout } = spawnSync(program, ['--version'], { cwd: folder, encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    }
  });
});

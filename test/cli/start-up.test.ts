// Starting is cheap because little is loaded: what main.ts imports before it knows the command is a handful of files.
// How long it takes is measured by `caulk bench start`; here, what would make it slow.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every source file that is loaded when `file` is, dynamic imports and types aside. */
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
  it('loads no front end, engine or report before a command asks for it', () => {
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

// Which compiler preprocesses, told by what it predefines: the same version on another machine is the same compiler, whatever its path.
// Part of the key of a unit.

import { spawnSync } from 'node:child_process';
import type { Compiler } from '../../frontend/compiler.js';
import { storeKey } from '../store/store.js';

const TIMEOUT_MS = 20_000;

/** Each compiler is asked once. */
export class CompilerIdentities {
  private readonly known = new Map<string, string | null>();

  /** null: it does not say. */
  of(compiler: Compiler): string | null {
    if (compiler.kind === 'wasm') return 'wasm'; // a library of this build
    const known = this.known.get(compiler.path);
    if (known !== undefined) return known;
    const identity = ask(compiler.path);
    this.known.set(compiler.path, identity);
    return identity;
  }
}

function ask(path: string): string | null {
  const env = { ...process.env, LC_ALL: 'C' };
  const run = spawnSync(path, ['-E', '-dM', '-x', 'c', '-'], { input: '', encoding: 'utf8', timeout: TIMEOUT_MS, env });
  return run.status === 0 ? storeKey(run.stdout) : null;
}

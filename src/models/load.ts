// Loads models: C files that say what functions without a body do to the heap, read like any other unit.
// Joined to a program's own units before an engine sees it; a program's own definition of a function wins.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Target } from '../frontend/types.js';
import { Program } from '../ir/link.js';
import type { Unit } from '../ir/program.js';
import { readUnit } from '../ir/unit.js';

/** What stands for the file name of a model in locations. */
export const MODELS = '<models>';

/** Beside this file in a checkout; in a build, in the sources that are shipped with it. */
function libcPath(): string {
  const beside = fileURLToPath(new URL('./libc.c', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../src/models/libc.c', import.meta.url));
}

export function readModel(path: string, target: Target): Unit {
  return readUnit(`${MODELS}/${basename(path)}`, readFileSync(path), target);
}

/** The program with the library's models, and the user's before them. */
export function linkWithModels(units: readonly Unit[], target: Target, own: readonly string[] = []): Program {
  const models = [...own.map((path) => readModel(path, target)), readModel(libcPath(), target)];
  return new Program([...units, ...models]);
}

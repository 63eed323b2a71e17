// What it takes to turn one C file into preprocessed text: the file, where to stand, which compiler, which flags.
// Made by compile-commands.ts or from the command line; consumed by preprocess.ts.

import type { Target } from '../types/types.js';
import { type Compiler, findDefaultCompiler } from './compiler.js';
import { keptFlags, targetOf } from './compiler-flags.js';

export interface CompileJob {
  /** As the user or the database names it, relative to `directory`. */
  readonly file: string;
  /** Where the compiler runs and what relative paths are relative to. */
  readonly directory: string;
  readonly compiler: Compiler;
  /** Only flags that can change the text: see compiler-flags.ts. */
  readonly flags: readonly string[];
  readonly target: Target;
}

/** The job for a file that no compile_commands.json speaks of. */
export function singleFileJob(file: string, directory: string, flags: readonly string[]): CompileJob {
  const compiler = findDefaultCompiler();
  return { file, directory, compiler, flags: keptFlags(flags), target: targetOf(compiler, flags) };
}

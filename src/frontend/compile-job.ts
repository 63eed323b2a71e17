// A compile job: what turns one C file into preprocessed text: the file, the directory, the compiler, the flags.
// Made by compile-commands.ts or from the command line; consumed by preprocess.ts.

import type { Target } from '../types/types.js';
import { type Compiler, findDefaultCompiler } from './compiler.js';
import { keptFlags, targetOf } from './compiler-flags.js';

export interface CompileJob {
  /** As the user or the database names it, relative to `directory`. */
  readonly file: string;
  /** The working directory of the compiler; relative paths are relative to it. */
  readonly directory: string;
  readonly compiler: Compiler;
  /** Only flags that can change the text: see compiler-flags.ts. */
  readonly flags: readonly string[];
  readonly target: Target;
}

/** The job for a file without an entry in compile_commands.json. */
export function singleFileJob(file: string, directory: string, flags: readonly string[]): CompileJob {
  const compiler = findDefaultCompiler();
  return { file, directory, compiler, flags: keptFlags(flags), target: targetOf(compiler, flags) };
}

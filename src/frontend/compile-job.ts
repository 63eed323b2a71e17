// A compile job: what turns one C file into preprocessed text: the file, the directory, the compiler, the flags.
// Made by compile-commands.ts or from the command line; consumed by preprocess.ts.

import { LP64, type Target } from '../types/types.js';
import { targetMachine } from './ask-compiler.js';
import { type Compiler, findDefaultCompiler } from './compiler.js';
import { keptFlags } from './compiler-flags.js';

export interface CompileJob {
  /** As the user or the database names it, relative to `directory`. */
  readonly file: string;
  /** The working directory of the compiler; relative paths are relative to it. */
  readonly directory: string;
  /** The root of the project: reports name files relative to it. */
  readonly root: string;
  /** The file holds what came from standard input, and is not named in reports. */
  readonly isStandardInput?: true;
  readonly compiler: Compiler;
  /** Only flags that can change the text: see compiler-flags.ts. */
  readonly flags: readonly string[];
  readonly target: Target;
  /** Why programs for the machine of the flags cannot be analysed; null if they can. */
  readonly refused: string | null;
}

/** The root is the working directory unless told. A job for the machine that the compiler compiles for with these flags, which have passed compiler-flags.ts. */
export function jobFor(
  job: Pick<CompileJob, 'file' | 'directory' | 'compiler' | 'flags'> & { readonly root?: string },
): CompileJob {
  const machine = targetMachine(job.compiler, job.flags);
  const { file, directory, root, compiler, flags } = job;
  const isKnown = !('refused' in machine);
  return {
    file,
    directory,
    root: root ?? process.cwd(),
    compiler,
    flags,
    target: isKnown ? machine : LP64,
    refused: isKnown ? null : machine.refused,
  };
}

/** The job for a file without an entry in compile_commands.json. */
export function singleFileJob(file: string, directory: string, flags: readonly string[]): CompileJob {
  return jobFor({ file, directory, compiler: findDefaultCompiler(), flags: keptFlags(flags) });
}

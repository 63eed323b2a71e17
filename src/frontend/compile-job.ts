// A compile job: what turns one C file into preprocessed text: the file, the directory, the compiler, the flags.
// Made by compile-commands.ts or from the command line; consumed by preprocess.ts.

import { LP64, type Target } from '../types/types.js';
import { targetMachine } from './ask-compiler.js';
import { type Compiler, findDefaultCompiler } from './compiler.js';
import { keptFlags } from './compiler-flags.js';

/** Texts of files that differ from what is on the disk, by absolute path: as they are in an editor, or as a fix would make them. */
export type UnsavedTexts = ReadonlyMap<string, Uint8Array>;

/**
 * Who preprocesses: the preprocessor of this program, or the compiler with -E. `usual`: the compiler, unless so many units
 * are read that our own is quicker. `tacit`: our own, and no word about what it leaves to the compiler.
 */
export type PreprocessorName = 'own' | 'compiler' | 'usual' | 'tacit';

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
  readonly preprocessor: PreprocessorName;
  /** If there are any, our own preprocessor reads the job. One object stands for one moment: what changes on the disk later is seen with another. */
  readonly unsaved?: UnsavedTexts;
}

/** What a job is made of: the root is the working directory, and the usual preprocessor is taken, unless told. */
type JobParts = Pick<CompileJob, 'file' | 'directory' | 'compiler' | 'flags'> &
  Partial<Pick<CompileJob, 'root' | 'preprocessor'>>;

export const USUAL_PREPROCESSOR: PreprocessorName = 'usual';

/** From so many units on our own preprocessor is quicker, until then V8 is busy with compiling it. */
const MANY = 24;

/** A job for the machine that the compiler compiles for with these flags, which have passed compiler-flags.ts. */
export function jobFor(job: JobParts): CompileJob {
  const machine = targetMachine(job.compiler, job.flags);
  const { file, directory, root, compiler, flags, preprocessor = USUAL_PREPROCESSOR } = job;
  const isKnown = !('refused' in machine);
  return {
    file,
    directory,
    root: root ?? process.cwd(),
    compiler,
    flags,
    target: isKnown ? machine : LP64,
    refused: isKnown ? null : machine.refused,
    preprocessor,
  };
}

/** The job as one of several that one of `readers` threads reads. */
export const amongUnits = (job: CompileJob, units: number, readers: number): CompileJob =>
  job.preprocessor === 'usual' && units >= MANY * readers ? { ...job, preprocessor: 'tacit' } : job;

/** The job for a file without an entry in compile_commands.json. */
export function singleFileJob(file: string, directory: string, flags: readonly string[]): CompileJob {
  return jobFor({ file, directory, compiler: findDefaultCompiler(), flags: keptFlags(flags) });
}

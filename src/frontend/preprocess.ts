// Preprocesses: from a compile job to the text and its tokens, by our own preprocessor or by the compiler, or a diagnostic.
// A compiler gets words, never a shell command, and always -E. What our own refuses, or finds wrong, the compiler decides.

import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { CompileJob } from './compile-job.js';
import { Preprocessor } from './preprocessor/preprocess-unit.js';
import type { SpelledTokens } from './preprocessor/spelled-tokens.js';
import { type RunCompiler, reasonOf, runCompiler } from './run-compiler.js';
import { preprocessInWasm } from './wasm-clang.js';

export type Preprocessed = PreprocessedText | { readonly failure: Diagnostic };

export interface PreprocessedText {
  readonly bytes: Uint8Array;
  /** The tokens of the text, if they are known. */
  readonly spelled?: SpelledTokens;
  /** Absolute paths that it depends on: files, and where there is none but would be read. Unless they are known, line markers tell. */
  readonly depends?: { readonly files: readonly string[]; readonly missed: readonly string[] };
  /** Why the compiler did it although our own preprocessor was asked for. */
  readonly note?: Diagnostic;
}

/** What preprocesses the units of a run. */
export interface PreprocessMeans {
  /** Runs a compiler; readers of many units pass a launcher. */
  readonly start: RunCompiler;
  readonly own: Preprocessor;
}

export const usualMeans = (start: RunCompiler = runCompiler): PreprocessMeans => ({ start, own: new Preprocessor() });

const SHOWN_ERROR_LINES = 6;

export async function preprocess(job: CompileJob, means: PreprocessMeans = usualMeans()): Promise<Preprocessed> {
  if (job.refused !== null) return fail('unsupported-machine', `${job.file}: ${job.refused}`);
  const source = await readSource(job);
  if ('failure' in source || ['.i', '.adb'].includes(extname(job.file))) return source;
  if (!isForUs(job)) return byCompiler(job, means.start);
  if (job.unsaved) means.own.revise(job.unsaved);
  const result = means.own.run(job);
  if (typeof result === 'string') return noting(await byCompiler(job, means.start), job, result);
  if ('spelled' in result) {
    const { spelled, files, missed } = result;
    return { bytes: spelled.bytes, spelled, depends: { files, missed } };
  }
  const what = `${result.file}:${result.line}: ${result.message}`;
  if (result.kind === 'limit' || isEdited(job))
    return fail(result.kind === 'limit' ? 'preprocessing-limit' : 'preprocessor-failed', what);
  return noting(await byCompiler(job, means.start), job, what);
}

/** Compilers cannot see texts that are not on the disk. */
const isForUs = ({ preprocessor, unsaved }: CompileJob): boolean =>
  preprocessor === 'own' || preprocessor === 'tacit' || (unsaved?.size ?? 0) > 0;

/** Compilers read what is on the disk. */
const isEdited = ({ file, directory, unsaved }: CompileJob): boolean => unsaved?.has(resolve(directory, file)) ?? false;

/** The compiler has the last word on what our own preprocessor does not accept. Told who has asked for ours. */
function noting(text: Preprocessed, { file, preprocessor }: CompileJob, reason: string): Preprocessed {
  if ('failure' in text || preprocessor !== 'own') return text;
  return { ...text, note: diagnostic('left-to-compiler', `${file} is preprocessed by the compiler: ${reason}`) };
}

async function byCompiler(job: CompileJob, start: RunCompiler): Promise<Preprocessed> {
  if (isEdited(job)) return fail('preprocessor-failed', `${job.file}: only the compiler can read it, once it is saved`);
  const { compiler, directory } = job;
  const run =
    compiler.kind === 'wasm'
      ? await preprocessInWasm(job)
      : await start({ path: compiler.path, words: preprocessorWords(job), directory });
  if (run.problem === null) return { bytes: run.output };
  const words = compilerWords(run.errors);
  const code = job.compiler.kind === 'wasm' && words === '' ? 'no-compiler' : 'preprocessor-failed';
  return fail(code, `${job.file}: ${run.problem}${words === '' ? '' : `:\n${words}`}`);
}

/** Reads the file itself before a compiler does: files that are not C get a clearer diagnostic here. */
async function readSource(job: CompileJob): Promise<Preprocessed> {
  let bytes: Uint8Array;
  try {
    const path = resolve(job.directory, job.file);
    bytes = job.unsaved?.get(path) ?? (await readFile(path));
  } catch (error) {
    return fail('unreadable-file', `cannot read ${job.file}: ${reasonOf(error)}`);
  }
  if (startsWithUtf16Mark(bytes)) return fail('not-c', `${job.file} is encoded in UTF-16: convert it to UTF-8`);
  if (bytes.includes(0)) return fail('not-c', `${job.file} is a binary file, not C`);
  return { bytes };
}

function startsWithUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function fail(code: Parameters<typeof diagnostic>[0], message: string): Preprocessed {
  return { failure: diagnostic(code, message) };
}

/** The compiler's arguments: a name such as `-o.c` or `@x.c` must not be taken for a flag or a response file. */
function preprocessorWords(job: CompileJob): string[] {
  const language = extname(job.file) === '.c' ? [] : ['-x', 'c'];
  return [...job.flags, '-E', ...language, /^[-@]/.test(job.file) ? `./${job.file}` : job.file];
}

/** The first error lines, without the source excerpts and carets around them. */
function compilerWords(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => /error|No such file|cannot/i.test(line) && !/^\s+\d* \|/.test(line));
  return (telling.length > 0 ? telling : lines)
    .slice(0, SHOWN_ERROR_LINES)
    .map((line) => `  ${line}`)
    .join('\n');
}

// Runs the preprocessor: from a compile job to the bytes that the lexer reads, or one diagnostic that says why not.
// The only place that starts a compiler; it is given words, never a shell command, and only ever asked for -E.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { type Diagnostic, diagnostic } from '../base/diagnostics.js';
import type { CompileJob } from './compile-job.js';
import { preprocessInWasm } from './wasm-clang.js';

export type Preprocessed = { readonly bytes: Uint8Array } | { readonly failure: Diagnostic };

/** What a run of the compiler leaves behind. */
export interface CompilerRun {
  readonly output: Uint8Array;
  readonly errors: string;
  /** null: it was started and succeeded. */
  readonly problem: string | null;
}

const TIMEOUT_MS = 60_000;
const SHOWN_ERROR_LINES = 6;

export async function preprocess(job: CompileJob): Promise<Preprocessed> {
  const source = await readSource(job);
  if ('failure' in source || ['.i', '.adb'].includes(extname(job.file))) return source;
  const run = job.compiler.kind === 'wasm' ? await preprocessInWasm(job) : await runCompiler(job.compiler.path, job);
  if (run.problem === null) return { bytes: run.output };
  const words = compilerWords(run.errors);
  const code = job.compiler.kind === 'wasm' && words === '' ? 'no-compiler' : 'preprocessor-failed';
  return fail(code, `${job.file}: ${run.problem}${words === '' ? '' : `:\n${words}`}`);
}

/** The file itself, looked at before a compiler is: what is not C at all gets a clearer answer here. */
async function readSource(job: CompileJob): Promise<Preprocessed> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(resolve(job.directory, job.file));
  } catch (error) {
    return fail('unreadable-file', `cannot read ${job.file}: ${reasonOf(error)}`);
  }
  if (bytes.length === 0) return fail('empty-file', `${job.file} is empty`);
  if (startsWithUtf16Mark(bytes)) return fail('not-c', `${job.file} is encoded in UTF-16: convert it to UTF-8`);
  if (bytes.includes(0)) return fail('not-c', `${job.file} is a binary file, not C`);
  return { bytes };
}

function startsWithUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  return code === 'EACCES' ? 'permission denied' : message;
}

function fail(code: Parameters<typeof diagnostic>[0], message: string): Preprocessed {
  return { failure: diagnostic(code, message) };
}

/** The words for the compiler: a name such as `-o.c` or `@x.c` must not pass for a flag or a response file. */
export function preprocessorWords(job: CompileJob): string[] {
  const language = extname(job.file) === '.c' ? [] : ['-x', 'c'];
  return [...job.flags, '-E', ...language, /^[-@]/.test(job.file) ? `./${job.file}` : job.file];
}

function runCompiler(path: string, job: CompileJob): Promise<CompilerRun> {
  return new Promise((done) => {
    const child = spawn(path, preprocessorWords(job), {
      cwd: job.directory,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const finish = (problem: string | null) =>
      done({ output: Buffer.concat(output), errors: Buffer.concat(errors).toString(), problem });
    child.on('error', (error) => finish(`cannot start ${path} in ${job.directory}: ${reasonOf(error)}`));
    child.on('close', (status, signal) => finish(status === 0 ? null : describeEnd(path, signal)));
  });
}

function describeEnd(path: string, signal: NodeJS.Signals | null): string {
  if (signal === null) return `the preprocessor of ${path} failed`;
  return signal === 'SIGKILL'
    ? `the preprocessor of ${path} did not finish within ${TIMEOUT_MS / 1000} s`
    : `the preprocessor of ${path} was ended by ${signal}`;
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

// Starts a compiler and waits for its output. Takes words, never a shell command.
// Called by preprocess.ts, directly or through the process of launcher.ts.

import { spawn } from 'node:child_process';

/** A compiler, its arguments, and its working directory. */
export interface CompilerCall {
  readonly path: string;
  readonly words: readonly string[];
  readonly directory: string;
}

/** The result of a compiler run. */
export interface CompilerRun {
  readonly output: Uint8Array;
  readonly errors: string;
  /** Null if it was started and succeeded. */
  readonly problem: string | null;
}

export type RunCompiler = (call: CompilerCall) => Promise<CompilerRun>;

const TIMEOUT_MS = 60_000;

export function runCompiler({ path, words, directory }: CompilerCall): Promise<CompilerRun> {
  return new Promise((done) => {
    const child = spawn(path, words, {
      cwd: directory,
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
    child.on('error', (error) => finish(`cannot start ${path} in ${directory}: ${reasonOf(error)}`));
    child.on('close', (status, signal) => finish(status === 0 ? null : describeEnd(path, signal)));
  });
}

function describeEnd(path: string, signal: NodeJS.Signals | null): string {
  if (signal === null) return `the preprocessor of ${path} failed`;
  return signal === 'SIGKILL'
    ? `the preprocessor of ${path} did not finish within ${TIMEOUT_MS / 1000} s`
    : `the preprocessor of ${path} was terminated by ${signal}`;
}

/** Why a file or a program cannot be used. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  return code === 'EACCES' ? 'permission denied' : message;
}

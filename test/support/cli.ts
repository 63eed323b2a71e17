// Runs the command line in the process of the test and records its output.

import type { ExitStatus } from '../../src/cli/console.js';
import { runCommandLine } from '../../src/cli/program.js';

export interface Said {
  readonly status: ExitStatus;
  readonly out: string;
  readonly err: string;
}

export const caulk = (...words: readonly string[]): Promise<Said> => caulkReading('', ...words);

/** With this text as its standard input. */
export async function caulkReading(input: string, ...words: readonly string[]): Promise<Said> {
  let out = '';
  let err = '';
  const status = await runCommandLine(words, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    input: () => Buffer.from(input),
  });
  return { status, out, err };
}

/** A line such as `    at read (file.js:1:2)`. */
export const STACK_TRACE = /^\s+at .*[:(]\d+/m;

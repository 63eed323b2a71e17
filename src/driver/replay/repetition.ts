// The command that repeats a run: `caulk run` on the same files, with the input as JSON.
// Made for confirmed findings; shown in reports.

import { relative, resolve } from 'node:path';
import type { Repetition } from '../../findings/report.js';
import type { RecordedInput } from '../../interp/recorded-input.js';
import type { JobRequest } from '../load/find-jobs.js';

/**
 * `main`: the file whose main is run, if several have one, relative to the root. Flags are relative to the directory where caulk was
 * started, so that a command with flags is for that directory.
 */
export function repetitionOf(
  request: JobRequest & { readonly root: string },
  main: string | null,
  input: RecordedInput,
): Repetition {
  const { root, flags } = request;
  const here = process.cwd();
  const commandHere = commandFor(request, main && relative(here, resolve(root, main)), input);
  const fromRoot = (path: string) => relative(root, resolve(path)) || '.';
  const { compileCommands: database } = request;
  const moved = {
    paths: request.paths.map(fromRoot),
    flags,
    ...(database === undefined ? {} : { compileCommands: fromRoot(database) }),
  };
  return { input, command: flags.length > 0 ? commandHere : commandFor(moved, main, input), commandHere };
}

function commandFor({ paths, flags, compileCommands }: JobRequest, main: string | null, input: RecordedInput): string {
  return [
    'caulk run',
    ...[...paths].sort().map(quote), // the same for any order of the files
    ...(compileCommands === undefined ? [] : ['-p', quote(compileCommands)]),
    ...(main === null ? [] : ['--main', quote(main)]),
    ...(Object.keys(input).length > 0 ? ['--input', quote(asciiJson(input))] : []),
    ...(flags.length > 0 ? ['--', ...flags.map(quote)] : []),
  ].join(' ');
}

/** For a POSIX shell. */
const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

// The command that repeats a run: `caulk run` on the same files, with the input as JSON.
// Made for confirmed findings; shown in reports.

import type { RecordedInput } from '../../interp/recorded-input.js';
import type { JobRequest } from '../load/find-jobs.js';

/** `main`: the file whose main is run, if several have one. */
export function repeatCommand(request: JobRequest, main: string | null, input: RecordedInput): string {
  const { paths, flags, compileCommands } = request;
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

// Calls of the library that succeed in runs unless a choice says that they fail: output that cannot be written, files that are gone.
// Wraps natives in runs that begin at a function; what a failing call gives is fixed by the C library.

import type { CallInstr } from '../../ir/instr.js';
import { streamOf } from '../libc/stdio-h.js';
import type { Stream } from '../libc/streams.js';
import type { Native } from '../library.js';
import type { Machine } from '../machine.js';

/** What a function returns if it fails, by its plain name. */
const FAILING: ReadonlyMap<string, number> = new Map([
  ...names(
    -1,
    'printf fprintf vprintf vfprintf dprintf puts fputs putc fputc putchar fflush fseek fseeko getc fgetc getchar',
  ),
  ...names(
    -1,
    'rename remove unlink rmdir mkdir chmod fchmod chdir fchdir ftruncate truncate fsync mkstemp waitpid kill ioctl',
  ),
  ...names(-1, 'getline getdelim'),
  ...names(0, 'fwrite fread fgets'),
]);

/** They have made a buffer when they find the end of the file. */
const BUFFERING: ReadonlySet<string> = new Set(['getline', 'getdelim']);

function names(result: number, words: string): [string, number][] {
  return words.split(' ').map((name) => [name, result]);
}

/** `__fprintf_chk` and `fputs_unlocked` are `fprintf` and `fputs`. */
const plainName = (name: string): string =>
  name.replace(/^__(?:builtin_)?(.*?)(?:_chk)?$/, '$1').replace(/_unlocked$/, '');

/** The function, which fails where that was chosen; it needs no choice where nobody looks at its result. */
export function mayFail(machine: Machine, instr: CallInstr, native: Native): Native {
  const name = plainName(native.name);
  const failing = FAILING.get(name);
  if (!machine.given || !instr.result || failing === undefined) return native;
  const run: Native['run'] = (m, args, site, f) => {
    const isFailing = m.given!.answers.fails(name, instr, failing);
    if (isFailing && !BUFFERING.has(name)) return failing;
    if (isFailing) goToEnd(streamOf(m, args.at(-1)!));
    return native.run(m, args, site, f);
  };
  return { ...native, run };
}

function goToEnd(stream: Stream): void {
  stream.position = stream.buffer.length;
}

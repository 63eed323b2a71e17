// The table of all library functions, by name.
// Used by the linker for every function that the program does not define.

import type { Target } from '../../types/types.js';
import type { Native, NativeTable } from '../library.js';
import { bits } from './bits.js';
import { callbacks } from './callbacks.js';
import { characters } from './ctype-h.js';
import { descriptors } from './descriptors.js';
import { environment } from './environment.js';
import { options } from './getopt.js';
import { heap } from './heap.js';
import { intrinsics } from './intrinsics.js';
import { locale } from './locale-h.js';
import { math } from './math-h.js';
import { moreStdio } from './more-stdio.js';
import { moreStrings } from './more-strings.js';
import { multibyte } from './multibyte.js';
import { nondet } from './nondet.js';
import { printing } from './print-scan.js';
import { searching, searchingWith } from './search-h.js';
import { signals } from './signals.js';
import { sockets } from './sockets.js';
import { status } from './status.js';
import { stdio } from './stdio-h.js';
import { stdlib } from './stdlib-h.js';
import { strings } from './string-h.js';
import { system } from './system.js';
import { calendar } from './time-h.js';
import { varargs } from './varargs.js';
import { vectors } from './vectors.js';
import { wideCharacters } from './wchar-h.js';
import { wideStreams } from './wide-stdio.js';

/** The functions of system.ts that do not depend on the size of `time_t`, of locks, or on numbers of Linux. */
const anySystem: NativeTable = Object.fromEntries(
  Object.entries(system).filter(
    ([name]) => !/^(?:pthread_|time$|clock|nanosleep|gettimeofday|sysconf|__fdelt)/.test(name),
  ),
);

/** These rely on records of glibc, or on numbers of Linux such as those of signals. */
const linux: readonly NativeTable[] = [descriptors, status, locale, system, calendar, sockets, signals];

/** These know wide characters of four bytes. */
const wide: readonly NativeTable[] = [wideCharacters, wideStreams, multibyte];

const portable: readonly NativeTable[] = [
  heap,
  strings,
  characters,
  stdlib,
  environment,
  stdio,
  printing,
  moreStdio,
  moreStrings,
  math,
  bits,
  anySystem,
  searching,
  options,
  nondet,
  intrinsics,
  varargs,
  vectors,
];

function makeLibrary(plain: readonly NativeTable[]): ReadonlyMap<string, Native> {
  const library = new Map<string, Native>();
  for (const table of plain) {
    for (const [name, run] of Object.entries(table)) library.set(name, { name, run, callsBack: false });
  }
  for (const [name, run] of Object.entries({ ...callbacks, ...searchingWith }))
    library.set(name, { name, run, callsBack: true });
  return library;
}

/** The functions are stateless: one table serves all machines of a kind. */
const known = new Map<string, ReadonlyMap<string, Native>>();

/** The functions that behave on this target as caulk knows them. */
export function libraryFor(target: Target): ReadonlyMap<string, Native> {
  const isGlibc = target.libraryRecords === 'glibc';
  const hasWide = target.wchar !== 'unsigned short';
  const key = `${isGlibc} ${hasWide}`;
  let library = known.get(key);
  if (!library) {
    library = makeLibrary([...portable, ...(isGlibc ? linux : []), ...(hasWide ? wide : [])]);
    known.set(key, library);
  }
  return library;
}

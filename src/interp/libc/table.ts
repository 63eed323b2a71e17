// The table of all library functions, by name.
// Used by the linker for every function that the program does not define.

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

const plain: readonly NativeTable[] = [
  heap,
  strings,
  characters,
  stdlib,
  environment,
  stdio,
  descriptors,
  status,
  printing,
  locale,
  moreStdio,
  moreStrings,
  math,
  wideCharacters,
  wideStreams,
  multibyte,
  bits,
  system,
  calendar,
  sockets,
  signals,
  searching,
  options,
  nondet,
  intrinsics,
  varargs,
  vectors,
];

function makeLibrary(): ReadonlyMap<string, Native> {
  const library = new Map<string, Native>();
  for (const table of plain) {
    for (const [name, run] of Object.entries(table)) library.set(name, { name, run, callsBack: false });
  }
  for (const [name, run] of Object.entries({ ...callbacks, ...searchingWith }))
    library.set(name, { name, run, callsBack: true });
  return library;
}

/** The functions are stateless: one table serves all machines. */
export const library: ReadonlyMap<string, Native> = makeLibrary();

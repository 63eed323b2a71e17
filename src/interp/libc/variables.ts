// Variables that the C library defines: the standard streams and a few more.
// Used by the linker for every variable that the program declares and does not define.

import type { Machine } from '../machine.js';
import { objectOf } from '../pointer.js';
import { environmentVariable } from './environment.js';
import { errnoPointer, libraryObject, libraryText } from './errno.js';
import { optionVariable } from './getopt.js';
import type { Stream } from './streams.js';
import { writePointer } from './strings.js';

/** A variable that holds a pointer to a FILE. */
function makeStreamVariable(m: Machine, stream: Stream): number {
  const file = m.memory.allocateZeroed(216, 'library', null, null);
  m.files.open.set(objectOf(file), stream);
  const variable = m.memory.allocateZeroed(8, 'library', null, null);
  writePointer(m, variable, file);
  return variable;
}

/** A variable that holds a pointer to the name of the program. */
function nameVariable(m: Machine, name: string): number {
  const variable = libraryObject(m, name, m.pointerSize);
  writePointer(m, variable, libraryText(m, m.options.args?.[0] ?? 'program'));
  return variable;
}

export function makeLibraryVariable(m: Machine, name: string): number | null {
  switch (name) {
    case 'stdin':
      return makeStreamVariable(m, m.files.stdin);
    case 'stdout':
      return makeStreamVariable(m, m.files.stdout);
    case 'stderr':
      return makeStreamVariable(m, m.files.stderr);
    case 'errno':
      return errnoPointer(m);
    case 'optarg':
    case 'optind':
    case 'opterr':
    case 'optopt':
      return optionVariable(m, name);
    case 'environ':
    case '__environ':
      return environmentVariable(m);
    case 'program_invocation_name':
    case 'program_invocation_short_name':
      return nameVariable(m, name);
    case 'signgam':
    case 'timezone':
      return libraryObject(m, name, 16);
    default:
      return null;
  }
}

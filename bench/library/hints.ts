// Arguments of functions whose types do not say enough, by name: a table for each part of the library.
// Read by arguments.ts; a hint gives the arguments, or the whole expression.

import { FILE_HINTS } from './hints-files.js';
import { MEMORY_HINTS } from './hints-memory.js';
import { STREAM_HINTS } from './hints-streams.js';
import { STRING_HINTS } from './hints-strings.js';
import { SYSTEM_HINTS } from './hints-system.js';
import { THREAD_HINTS } from './hints-threads.js';
import { WIDE_HINTS } from './hints-wide.js';
import type { Maker } from './maker.js';

export type Hint = (m: Maker) => readonly string[] | string;
export type Hints = Readonly<Record<string, Hint>>;

export const HINTS: Hints = {
  ...MEMORY_HINTS,
  ...STRING_HINTS,
  ...STREAM_HINTS,
  ...FILE_HINTS,
  ...WIDE_HINTS,
  ...SYSTEM_HINTS,
  ...THREAD_HINTS,
};

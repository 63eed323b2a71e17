// Reports texts that the program compares to the coverage of a run, if there is one.
// Called by the functions of string.h; the search puts one text in the place of the other.

import type { Machine } from '../machine.js';
import { GONE } from '../memory.js';
import { objectOf } from '../pointer.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { latin } from './strings.js';

const LONGEST = 200;

/** strcmp, strncmp, memcmp and the like; `limit` bytes count. */
export function noteCompared(m: Machine, a: Value, b: Value, limit: number): void {
  const { coverage } = m.options;
  if (!coverage?.wantsTexts()) return;
  const by = limit === Number.POSITIVE_INFINITY ? 'whole' : 'beginning';
  coverage.comparedTexts(peek(m, a, limit), peek(m, b, limit), by);
}

/** strstr, strchr and the like: the second text is not in the first. */
export function noteAbsent(m: Machine, hay: Value, needle: string): void {
  const { coverage } = m.options;
  if (needle === '' || needle === '\0' || !coverage?.wantsTexts()) return;
  coverage.comparedTexts(peek(m, hay, LONGEST), needle, 'part');
}

/** The text at a pointer as far as it is there. */
export function peek(m: Machine, pointer: Value, limit: number): string {
  const id = typeof pointer === 'number' ? objectOf(pointer as Int) : 0;
  if (id <= 0 || m.memory.state[id] === GONE) return '';
  const room = m.memory.room(pointer as Int);
  const start = m.memory.at(pointer as Int, 0);
  const bytes = m.memory.u8.subarray(start, start + Math.min(room, limit, LONGEST));
  const end = bytes.indexOf(0);
  return latin(end < 0 ? bytes : bytes.subarray(0, end));
}

// Pointers in live memory that lead to freed blocks, looked for whenever the program is about to read another line.
// For the search for inputs: a state with such a pointer is one step away from an error, and worth going on from.

import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import { GONE, type ObjectInfo } from './memory.js';
import { WORD } from './pointer.js';

/** The limits on how often one run is examined, and on how much of one object. */
const MOST_LOOKS = 16;
const MOST_BYTES = 2_048;

/** Watches a machine with coverage; to be called once per run, before it starts. */
export function watchDangling(m: Machine): void {
  const { coverage } = m.options;
  if (!coverage || m.pointerSize !== 8) return;
  let looks = 0;
  let freed = 0;
  m.files.head.onLine = () => {
    const now = m.allocator.freed.size;
    if (now === freed || looks++ >= MOST_LOOKS) return;
    freed = now;
    for (const [holder, offset, block] of danglingIn(m)) coverage.dangles(holder, offset, block);
  };
}

/** What tells holders and blocks of one run from those of another: a variable, or the place of an allocation. */
type Identity = object;
type Reference = readonly [holder: Identity, offset: number, block: Identity];

function* danglingIn(m: Machine): Generator<Reference> {
  const { memory } = m;
  const { u32, base, size, info, state } = memory;
  const isFreed = (id: number) => m.allocator.freed.has(id) && state[id] === GONE;
  for (const id of memory.living()) {
    const holder = identityOf(info[id]);
    if (!holder) continue;
    const start = base[id]! >> 2;
    for (let at = 0; at + 8 <= Math.min(size[id]!, MOST_BYTES); at += 8) {
      const target = u32[start + at / 4 + 1]!;
      if (target !== 0 && isFreed(target)) yield [holder, at, identityOf(info[target])!];
    }
  }
  for (let f: Frame | null = m.frame; f; f = f.caller) {
    const { body, registerSlots } = f.code;
    for (const slot of registerSlots) {
      const value = f.registers[slot];
      const target = typeof value === 'number' && value >= WORD ? Math.floor(value / WORD) : 0;
      const variable = body.variables[slot]!;
      if (target !== 0 && variable.kind !== 'temporary' && isFreed(target))
        yield [variable, 0, identityOf(info[target])!];
    }
  }
}

function identityOf(info: ObjectInfo | null | undefined): Identity | null {
  if (!info || info.kind === 'library' || info.kind === 'literal') return null;
  return info.kind === 'heap' ? (info.allocated?.node ?? null) : info.owner;
}

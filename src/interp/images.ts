// What variables hold before anything runs, prepared once for all runs of a program.
// Between the initialisers of the IR, which are read and evaluated slowly, and the memory of a run.

import type { GlobalVariable, InitialValue } from '../ir/program.js';
import { isLong, isPointerRep, repOf } from './rep.js';

export interface Image {
  /** In bytes; an initialised flexible array member makes a variable longer than its type. */
  readonly size: number;
  readonly entries: readonly InitialValue[];
  /** Are the bytes the same in every run, whatever addresses there are? */
  readonly isFixed: boolean;
  /** The contents, once a run has made them; only if they are fixed. */
  readonly bytes: Uint8Array | null;
}

export class Images {
  private readonly known = new Map<GlobalVariable, Image>();

  of(g: GlobalVariable): Image {
    const known = this.known.get(g);
    if (known) return known;
    const entries = g.initializer ?? [];
    const image = { size: sizeOf(g, entries), entries, isFixed: entries.every(isFixed), bytes: null };
    this.known.set(g, image);
    return image;
  }

  /** Keeps fixed contents as bytes instead of entries, which take far more memory. */
  keep(g: GlobalVariable, bytes: Uint8Array): void {
    this.known.set(g, { size: this.of(g).size, entries: [], isFixed: true, bytes });
  }
}

function sizeOf(g: GlobalVariable, entries: readonly InitialValue[]): number {
  let size = Math.max(0, g.type.size);
  for (const { offset, type, value } of entries) {
    const length = type.size >= 0 ? type.size : value.kind === 'string' ? value.bytes.length : 0;
    size = Math.max(size, offset + length);
  }
  return size;
}

/** Texts and numbers. Pointers, and long doubles that a run must answer for, are evaluated each time. */
function isFixed({ type, value }: InitialValue): boolean {
  if (value.kind === 'string') return true;
  if (value.kind !== 'int' && value.kind !== 'float') return false;
  return !isPointerRep(repOf(type)) && !isLong(repOf(value.type)) && !isLong(repOf(type));
}

// Where values in memory come from: the place of the input at an address, and the places that what the run has stored there was
// made of. Part of given.ts; asked by instrumented code (compile/origins.ts).

import type { CType } from '../../types/types.js';
import type { Machine } from '../machine.js';
import { objectOf, offsetOf } from '../pointer.js';
import type { Value } from '../rep.js';
import { elementPath, type Given, type GivenPlace } from './given.js';
import { isCharacter, scalarAt } from './scalars.js';
import { MOST_CHARACTERS } from './texts.js';

/** A place in a text of the input. */
export interface TextPlace {
  readonly path: string;
  readonly from: number;
}

/** Of longer copies, only the beginning is tracked. */
const LONGEST_COPY = 256;

export class OriginMap {
  /** Of the value that the last function returned. */
  returned: readonly string[] = [];
  /** By address. */
  private readonly stored = new Map<number, readonly string[]>();

  constructor(
    private readonly m: Machine,
    private readonly given: Given,
  ) {}

  /** The places of the input that the value at an address was made of. */
  at(pointer: Value): readonly string[] {
    if (typeof pointer !== 'number') return [];
    if (this.given.objects.has(objectOf(pointer))) this.m.memory.at(pointer, 1); // contents are made when they are first accessed
    const known = this.ofByte(pointer);
    if (known.length > 0 || this.stored.has(pointer)) return known;
    const copied = this.copiedCharacter(pointer);
    return copied ? [copied.path] : [];
  }

  /** The same without a comparison of contents, which is too slow for every byte of a copy. */
  private ofByte(pointer: number): readonly string[] {
    const stored = this.stored.get(pointer);
    if (stored && stored.length > 0) return stored;
    const made = this.given.constructed.originsOf(objectOf(pointer));
    if (made || stored) return made ?? [];
    const place = this.placeAt(pointer);
    return place ? [place.path] : this.unnamedAt(pointer);
  }

  /** Bytes of an object of the input that no place covers: the object has contents for one member of a union only. */
  private unnamedAt(pointer: number): readonly string[] {
    const object = this.given.objects.get(objectOf(pointer));
    return object && !isCharacter(object.element) ? [`${object.path}+${offsetOf(pointer)}`] : [];
  }

  note(pointer: Value, origins: readonly string[]): void {
    if (typeof pointer === 'number' && pointer !== 0) this.stored.set(pointer, origins);
  }

  /** Bytes have been copied: their origins with them. */
  copy(to: Value, from: Value, n: number): void {
    if (typeof to !== 'number' || typeof from !== 'number' || to === 0 || from === 0) return;
    for (let i = 0; i < Math.min(n, LONGEST_COPY); i++) {
      const origins = this.ofByte(from + i);
      if (origins.length > 0) this.stored.set(to + i, origins);
      else this.stored.delete(to + i);
    }
  }

  /** The place of the input at an address; null if it is none. */
  private placeAt(pointer: number): GivenPlace | null {
    const path = this.pathAt(objectOf(pointer), offsetOf(pointer));
    return path === null ? null : (this.given.places.get(path) ?? null);
  }

  private pathAt(id: number, offset: number): string | null {
    const { given } = this;
    const object = given.objects.get(id);
    if (object) {
      const step = Math.max(1, object.element.size);
      const i = Math.floor(offset / step);
      if (isCharacter(object.element)) return this.character(object.path, i, object.element);
      return scalarAt(object.element, elementPath(object, i), offset - i * step)?.path ?? null;
    }
    const text = given.answers.written.get(id);
    if (text && offset >= text.from && offset < text.from + text.length)
      return this.character(text.path, offset - text.from, this.m.program.types.char);
    const owner = this.m.memory.info[id]?.owner;
    return owner?.kind === 'global' ? (scalarAt(owner.type, owner.name, offset)?.path ?? null) : null;
  }

  private character(path: string, i: number, type: CType): string {
    const name = `${path}[${i}]`;
    this.given.note(name, type, this.given.characterOf(path, i));
    return name;
  }

  /** The text of the input that an address is in; null if it is in none. */
  textAt(pointer: Value): TextPlace | null {
    if (typeof pointer !== 'number') return null;
    const { objects, answers } = this.given;
    const object = objects.get(objectOf(pointer));
    const from = offsetOf(pointer);
    if (object)
      return isCharacter(object.element) || object.element.kind === 'void' ? { path: object.path, from } : null;
    const text = answers.written.get(objectOf(pointer));
    if (text) return from >= text.from ? { path: text.path, from: from - text.from } : null;
    return this.copiedFrom(pointer) ?? this.copyOf(objectOf(pointer), from);
  }

  /** Where the run copied the character at an address from. */
  private copiedFrom(pointer: number): TextPlace | null {
    const [origin, ...more] = this.stored.get(pointer) ?? [];
    const place = origin !== undefined && more.length === 0 ? this.given.places.get(origin) : undefined;
    const index = place && isCharacter(place.type) ? /^(.*)\[(\d+)\]$/.exec(place.path) : null;
    return index && { path: index[1]!, from: Number(index[2]) };
  }

  private copyOf(id: number, from: number): TextPlace | null {
    const path = this.copiedText(id);
    return path === null ? null : { path, from };
  }

  /** The text of the input that an object of the program holds a copy of. */
  private copiedText(id: number): string | null {
    const { memory } = this.m;
    if (!memory.isAlive(id) || this.given.objects.has(id)) return null;
    const start = memory.base[id]!;
    const end = memory.u8.subarray(start, start + Math.min(MOST_CHARACTERS, memory.size[id]!)).indexOf(0);
    if (end < 2) return null;
    return this.given.texts.pathOf(Buffer.from(memory.u8.subarray(start, start + end)).toString('latin1'));
  }

  private copiedCharacter(pointer: number): GivenPlace | null {
    const id = objectOf(pointer);
    const path = this.copiedText(id);
    if (path === null) return null;
    const name = this.character(path, offsetOf(pointer), this.m.program.types.char);
    return this.given.places.get(name)!;
  }
}

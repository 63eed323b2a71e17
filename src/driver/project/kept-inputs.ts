// Inputs that a search found to show errors, kept under a key made of all code and variables of the program.
// Asked by the second stage of `check`: what is known is run again instead of searched for.

import { parseRecordedInput, type RecordedInput } from '../../interp/recorded-input.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { Cache } from './cache.js';

export interface InputStore {
  /** The inputs that an earlier search with the same question found; else they are searched for and kept. */
  recall(question: string, search: () => readonly RecordedInput[]): readonly RecordedInput[];
}

export class KeptInputs implements InputStore {
  private code: string | null = null;

  constructor(
    private readonly program: PackedProgram,
    private readonly cache: Cache,
  ) {}

  recall(question: string, search: () => readonly RecordedInput[]): readonly RecordedInput[] {
    const key = hashOf('inputs', question, this.codeKey());
    const known = this.read(key);
    if (known) return known;
    const found = search();
    this.cache.keepAnswer(key, new TextEncoder().encode(JSON.stringify([key, ...found])));
    return found;
  }

  private read(key: string): RecordedInput[] | null {
    const bytes = this.cache.answer(key);
    if (!bytes) return null;
    try {
      const [kept, ...inputs] = JSON.parse(new TextDecoder().decode(bytes)) as unknown[];
      const read = inputs.map((input) => parseRecordedInput(JSON.stringify(input)));
      return kept === key && !read.includes(null) ? (read as RecordedInput[]) : null;
    } catch {
      return null;
    }
  }

  /** Stands for everything that a run can execute or read. */
  private codeKey(): string {
    const { program } = this;
    this.code ??= hashOf(
      program.units
        .flatMap((unit) => [
          ...unit.linked.map((g) => `${program.idOf(g)} ${g.entry?.hash}`),
          ...unit.functions.map((f) => `${program.idOf(f)} ${f.entry.body?.hash} ${f.entry.body?.look}`),
        ])
        .sort(),
    );
    return this.code;
  }
}

// The texts of the input of a run, by their paths, and which of them the library compared with what.
// Part of given.ts: what texts hold, and names for comparisons that take the place of origins.

import type { Choices } from './choice.js';
import type { ComparedText } from './trail.js';

/** Longer texts are not looked at. */
export const MOST_CHARACTERS = 64;
/** What a text may be if nothing is known of it. */
const SAMPLES = ['', '0', '1', '-1', '99999999999999999999', 'a=b', 'a,b', '/', '.'];

/** A text that the library looked at, and where it lies if it is a part of the input. */
export interface SeenText {
  readonly content: string;
  /** Where its last zero lies. */
  readonly end: number;
  readonly input: Omit<ComparedText, 'other'> | null;
}

export class Texts {
  private readonly usual = new Map<string, string>();
  /** Texts by what they hold, the first one of each: choices do not change during a run. */
  private readonly paths = new Map<string, string>();
  private readonly compared = new Map<string, ComparedText>();

  constructor(private readonly choices: Choices) {}

  /** The code of a character: as chosen, else of the usual text. */
  codeAt(path: string, i: number): number {
    return this.chosenAt(path, i) ?? (this.usualText(path).charCodeAt(i) || 0);
  }

  chosenAt(path: string, i: number): number | null {
    const chosen = this.choices.get(`${path}[${i}]`);
    return typeof chosen === 'number' ? chosen : null;
  }

  /** Texts are short and different from each other, so that copies of them can be told apart. */
  private usualText(path: string): string {
    const known = this.usual.get(path);
    if (known !== undefined) return known;
    const made = `x${this.usual.size + 1}`;
    this.usual.set(path, made);
    const content = this.contentOf(path);
    if (!this.paths.has(content)) this.paths.set(content, path);
    return made;
  }

  /** The text of the input that has this content; null if there is none. */
  pathOf(content: string): string | null {
    return this.paths.get(content) ?? null;
  }

  private contentOf(path: string): string {
    let text = '';
    for (let i = 0; i < MOST_CHARACTERS; i++) {
      const code = this.codeAt(path, i);
      if (code === 0) break;
      text += String.fromCharCode(code & 0xff);
    }
    return text;
  }

  /** Remembers that texts were compared, under names that take the place of origins. */
  compare(texts: readonly SeenText[]): string[] {
    const names: string[] = [];
    const note = (text: ComparedText) => {
      const name = `"${text.path}[${text.from}]" ${text.other}`;
      this.compared.set(name, text);
      names.push(name);
    };
    for (const text of texts) {
      const { input, content } = text;
      const others = texts.filter((t) => t !== text && t.content !== content).map((t) => t.content);
      if (!input) {
        for (const other of texts.length === 1 ? [content] : others) note({ path: '', from: 0, other });
        continue;
      }
      const separated = others.filter((other) => other.length === 1).map((other) => content + other + content);
      const samples = texts.length === 1 ? SAMPLES : [];
      for (const other of [...others, ...separated, ...samples]) note({ ...input, other });
    }
    return names;
  }

  comparison(name: string): ComparedText | null {
    return this.compared.get(name) ?? null;
  }
}

// The state of the translation: the words, the declared types and variables, the C text written so far.
// Between lexer.ts and translate.ts.

import type { Word } from './lexer.js';

/** A type of the language; `access` names the type that it points to. */
export type AdaType =
  | { readonly kind: 'number'; readonly low: number | null }
  | { readonly kind: 'access'; readonly target: string }
  | { readonly kind: 'record'; readonly name: string; readonly fields: Map<string, AdaType> }
  | { readonly kind: 'none' };

export interface Variable {
  readonly type: AdaType;
  /** The name in C; a parameter that the callee may change is `(*name)`. */
  readonly text: string;
}

export interface Routine {
  readonly name: string;
  readonly params: readonly { readonly type: AdaType; readonly mode: 'in' | 'out' }[];
  readonly result: AdaType;
}

/** A syntax or type error; thrown and caught within the front end. */
export class AdaError extends Error {
  constructor(
    message: string,
    readonly word: Word,
  ) {
    super(message);
  }
}

export class Parser {
  readonly types = new Map<string, AdaType>([
    ['integer', { kind: 'number', low: null }],
    ['natural', { kind: 'number', low: 0 }],
    ['positive', { kind: 'number', low: 1 }],
    ['boolean', { kind: 'number', low: 0 }],
    ['character', { kind: 'number', low: 0 }],
  ]);
  readonly routines = new Map<string, Routine>();
  scope = new Map<string, Variable>();
  readonly output: string[] = [];
  private position = 0;
  /** A `for` loop declares its own variable: an outer declaration of the same name is never read. */
  readonly loopVariables: ReadonlySet<string>;

  constructor(
    private readonly words: readonly Word[],
    private readonly file: string,
  ) {
    this.loopVariables = new Set(words.flatMap((w, i) => (words[i - 1]?.text === 'for' ? [w.text] : [])));
  }

  get word(): Word {
    return this.words[this.position]!;
  }

  peek(ahead: number): Word {
    return this.words[Math.min(this.position + ahead, this.words.length - 1)]!;
  }

  next(): Word {
    const word = this.word;
    if (word.kind !== 'end') this.position++;
    return word;
  }

  is(text: string): boolean {
    return this.word.text === text && this.word.kind !== 'end';
  }

  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.next();
    return true;
  }

  expect(text: string): Word {
    if (!this.is(text)) this.fail(`expected \`${text}\`, found \`${this.word.text}\``);
    return this.next();
  }

  name(): string {
    if (this.word.kind !== 'name') this.fail(`expected a name, found \`${this.word.text}\``);
    return this.next().text;
  }

  fail(message: string): never {
    throw new AdaError(message, this.word);
  }

  typeNamed(name: string): AdaType {
    return this.types.get(name) ?? this.fail(`the type \`${name}\` is not declared`);
  }

  /** Emits C for the line of this word. */
  emit(word: Word, text: string): void {
    this.output.push(`# ${word.line} ${JSON.stringify(this.file)}`, text);
  }
}

const RESERVED = new Set(
  'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while main malloc calloc free exit'.split(
    ' ',
  ),
);

/** A name that does not clash with C. */
export const cName = (name: string): string => (RESERVED.has(name) ? `${name}_` : name);

export const cType = (type: AdaType): string => {
  if (type.kind === 'access') return `struct ${cName(type.target)} *`;
  if (type.kind === 'record') return `struct ${cName(type.name)} `;
  return type.kind === 'none' ? 'void ' : 'int ';
};

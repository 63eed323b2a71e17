// One call of a library function, as pieces of C: what it is given, what is shown afterwards.
// Made by arguments.ts and the hints; written out as programs by harness.ts and cover.ts.

/** How a result is shown and compared. */
export type ResultKind = 'nothing' | 'signed' | 'unsigned' | 'floating' | 'pointer';

/** What of a result is specified. */
export type Specified = 'exactly' | 'sign' | 'truth' | 'success' | 'nothing';

/** Memory that a call is given. */
export interface Block {
  readonly name: string;
  /** The contents; null if they are of no interest: filled with a pattern, and not compared. */
  readonly bytes: readonly number[] | null;
  /** In C: a number, or `sizeof` of a type. */
  readonly size: string;
  /** `guarded`: an access beyond its end is seen. `heap`: it may be freed. */
  readonly where: 'guarded' | 'heap';
}

/** A pointer that the call may change. */
export interface Cell {
  readonly name: string;
  readonly initially: string;
}

export interface Call {
  readonly function: string;
  readonly blocks: readonly Block[];
  readonly cells: readonly Cell[];
  /** What the call needs outside of functions. */
  readonly definition: string;
  /** Statements before the call. */
  readonly before: readonly string[];
  readonly expression: string;
  readonly result: ResultKind;
  readonly specified: Specified;
  /** Are the contents of blocks afterwards specified? */
  readonly memory: 'specified' | 'unspecified';
  readonly errno: 'specified' | 'unspecified';
  /** Do blocks that the call allocates belong to the program? Those of streams are the library's own business. */
  readonly allocations: 'owned' | 'internal';
  /** Statements that show more. */
  readonly after: readonly string[];
  /** Was an argument made wrong on purpose? Then an error is expected, but need not happen. */
  readonly faulty: boolean;
}

const OCTAL = (byte: number) => `\\${byte.toString(8).padStart(3, '0')}`;

/** A string literal of these bytes. */
export const literal = (bytes: readonly number[]): string => `"${bytes.map(OCTAL).join('')}"`;

export const textBytes = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** Characters of four bytes. */
export const wideBytes = (text: string): number[] =>
  [...text].flatMap((c) => [...Buffer.from(Uint32Array.of(c.codePointAt(0)!).buffer)]);

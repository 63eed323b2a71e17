// Edits of C texts. Offsets are those of the text before the edit.
// For the mutants of `caulk bench mutation` and `caulk bench mutants`.

/** Replaces the text between `at` and `end` by `put`. */
export interface Edit {
  readonly at: number;
  readonly end: number;
  readonly put: string;
}

export const applyEdit = (text: string, { at, end, put }: Edit): string => text.slice(0, at) + put + text.slice(end);

/** The same in bytes; the edit itself is plain ASCII, or bytes of the text as Latin-1. */
export const editBytes = (bytes: Uint8Array, { at, end, put }: Edit): Uint8Array =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(put, 'latin1'), bytes.subarray(end)]);

/** A text of the same length in which comments, strings, characters and directives are blanks. */
export function blank(text: string): string {
  const noise = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[^\n]*/gm;
  return text.replace(noise, (found) => found.replace(/[^\n]/g, ' '));
}

/** The ends of lines and the line markers of a text: put in its place, they keep the numbers of the lines behind it. */
export const linesOf = (text: string): string => text.replace(/^#.*$|./gm, (t) => (t.startsWith('#') ? t : ''));

/** The text without ends of lines and line markers. */
export const onOneLine = (text: string): string => text.replace(/^#.*$/gm, '').replace(/\s*\n\s*/g, ' ');

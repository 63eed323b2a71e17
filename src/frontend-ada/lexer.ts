// The lexer of the Ada-like language: names in lower case, numbers, operators; comments and printed labels are skipped.
// First step from `.adb` to the IR; translate.ts reads the words.

export interface Word {
  readonly kind: 'name' | 'number' | 'sign' | 'end';
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const PATTERN = /--[^\n]*|[A-Za-z][A-Za-z0-9_]*|[0-9][0-9_]*|:=|\/=|<=|>=|\.\.|=>|\S/g;

export function readWords(text: string): Word[] {
  const words: Word[] = [];
  let line = 1;
  let start = 0;
  let scanned = 0;
  for (const match of text.matchAll(PATTERN)) {
    for (; scanned < match.index; scanned++) {
      if (text[scanned] !== '\n') continue;
      line++;
      start = scanned + 1;
    }
    const [word] = match;
    if (word.startsWith('--')) continue;
    const kind = /[A-Za-z]/.test(word[0]!) ? 'name' : /[0-9]/.test(word[0]!) ? 'number' : 'sign';
    const shown = kind === 'name' ? word.toLowerCase() : kind === 'number' ? word.replaceAll('_', '') : word;
    words.push({ kind, text: shown, line, column: match.index - start + 1 });
  }
  words.push({ kind: 'end', text: 'the end of the file', line: line + 1, column: 1 });
  return words;
}

// Compile commands as they are written on Windows: words by the rules of its C runtime, options of `cl` and `clang-cl`.
// Called by compile-commands.ts; what comes out are the words and flags of other compilers.

/** `cl.exe`, `C:\Program Files\LLVM\bin\clang-cl.exe`. */
export const isCl = (name: string): boolean => /(?:^|[\\/])(?:clang-)?cl(?:\.exe)?$/i.test(name);

/** Does the command begin with a drive, a program with `.exe`, or cl? */
export const isFromWindows = (command: string): boolean =>
  /^\s*(?:"?[A-Za-z]:[\\/]|"?[^"\s]*\.exe\b|(?:clang-)?cl(?=\s|$))/i.test(command);

/** A backslash is literal unless backslashes lead to a quote: 2n are n, and an odd one makes the quote literal. */
export function splitWindowsCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (const [piece, slashes = '', quote] of command.matchAll(/(\\*)(")|\\+|\s+|[^\\"\s]+/g)) {
    if (/^\s/.test(piece) && !isQuoted) {
      if (word !== null) words.push(word);
      word = null;
    } else if (quote) {
      word = (word ?? '') + '\\'.repeat(slashes.length >> 1) + (slashes.length % 2 === 1 ? '"' : '');
      if (slashes.length % 2 === 0) isQuoted = !isQuoted;
    } else word = (word ?? '') + piece;
  }
  return word === null ? words : [...words, word];
}

/** Options with a value, in the same word or the next: what other compilers call them. */
const WITH_VALUE: readonly (readonly [cl: string, other: (value: string) => readonly string[]])[] = [
  ['external:I', (path) => ['-isystem', slashed(path)]],
  ['imsvc', (path) => ['-isystem', slashed(path)]],
  ['FI', (path) => ['-include', slashed(path)]],
  ['D', (macro) => [`-D${macro}`]],
  ['U', (macro) => [`-U${macro}`]],
  ['I', (path) => [`-I${slashed(path)}`]],
];

const PLAIN: readonly (readonly [cl: RegExp, other: (match: string) => string])[] = [
  [/^std:(c\d\d)$/, (standard) => `-std=${standard}`],
  [/^Zp(1|2|4|8|16)$/, (bytes) => `-fpack-struct=${bytes}`],
  [/^(J)$/, () => '-funsigned-char'],
];

const slashed = (path: string): string => path.replaceAll('\\', '/');

/** Options that other compilers have under another name; the rest changes nothing about the text. Those of gcc's form stay. */
export function translateCl(words: readonly string[]): string[] {
  const flags: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const option = /^[/-](.*)$/s.exec(words[i]!)?.[1];
    const known = option === undefined ? undefined : WITH_VALUE.find(([cl]) => option.startsWith(cl));
    if (known && option !== undefined) {
      const joined = option.slice(known[0].length);
      flags.push(...known[1](joined === '' ? (words[++i] ?? '') : joined));
    } else if (option !== undefined) flags.push(...translatePlain(words[i]!, option));
  }
  return flags;
}

function translatePlain(word: string, option: string): string[] {
  for (const [cl, other] of PLAIN) {
    const match = cl.exec(option)?.[1];
    if (match) return [other(match)];
  }
  return word.startsWith('/') ? [] : [word];
}

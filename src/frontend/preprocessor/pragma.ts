// Pragmas: those that the preprocessor obeys, and the text of those that it passes on.
// Called for #pragma by directives.ts, for _Pragma by dynamic.ts.

import { keepNoRecord } from './include-records.js';
import { readOnce } from './once.js';
import type { Reader } from './reader.js';
import { Expects, Scanner } from './scanner.js';
import { Origin, SHIFT, Sort, WHITE } from './spellings.js';

/** The tokens in the string of a _Pragma (C17 6.10.9). */
export function destringize(r: Reader, string: number): Int32Array {
  const text = r.spellings.text(string).replace(/^L?"|"$/g, '');
  const scanner = new Scanner(Buffer.from(text.replace(/\\([\\"])/g, '$1')), r.spellings, r.dialect);
  const tokens: number[] = [];
  for (scanner.skipBlanks(); !scanner.atLineEnd(); scanner.skipBlanks()) {
    const white = scanner.blank ? WHITE : 0;
    tokens.push((scanner.next(Expects.Token) << SHIFT) | white);
  }
  return Int32Array.from(tokens);
}

const OBEYED = /^(?:once|push_macro|pop_macro|(?:GCC|clang) (?:system_header|poison|dependency|warning|error))$/;

/** Does it speak to the preprocessor, so that it is not passed on? */
export function isObeyed(r: Reader, tokens: Int32Array): boolean {
  const words = wordsOf(r, tokens);
  return OBEYED.test(words[0]!) || OBEYED.test(`${words[0]} ${words[1]}`);
}

const wordsOf = (r: Reader, tokens: Int32Array): string[] =>
  Array.from({ length: 4 }, (_, i) => r.spellings.text((tokens[i] ?? 0) >> SHIFT));

/** Of those that warn, or forbid names, nothing is left to do. */
export function obey(r: Reader, tokens: Int32Array): void {
  const [first, second, third, fourth] = wordsOf(r, tokens);
  if (first === 'once' && r.stack.length > 1) readOnce(r, r.entered!.path);
  if (first === 'push_macro' || first === 'pop_macro') {
    const name = /^"(.*)"$/.exec(third!)?.[1];
    if (name !== undefined && second === '(' && fourth === ')') keepMacro(r, first, name);
  }
  if (second === 'system_header' && (first === 'GCC' || first === 'clang')) makeSystemHeader(r);
}

function keepMacro(r: Reader, action: 'push_macro' | 'pop_macro', text: string): void {
  keepNoRecord(r);
  const name = r.spellings.name(text);
  const kept = r.pushed.get(name) ?? [];
  r.pushed.set(name, kept);
  if (action === 'push_macro') kept.push(r.macros[name]);
  else if (kept.length > 0) r.define(name, kept.pop());
}

/** The rest of the file counts as a system header. */
function makeSystemHeader(r: Reader): void {
  const { entered } = r;
  if (!entered || r.stack.length <= 1) return;
  r.changeOrigin(Origin.System);
  r.printer.renameFile(entered.name, Origin.System, r.line + 1, '');
}

/** As a line of text. */
export function pragmaText(r: Reader, tokens: Int32Array): string {
  const words = Array.from(tokens, (token, i) => {
    const text = r.spellings.sorts[token >> SHIFT] === Sort.End ? '' : r.spellings.text(token >> SHIFT);
    return i > 0 && (token & WHITE) !== 0 ? ` ${text}` : text;
  });
  return `#pragma ${words.join('')}`;
}

// Makes untrusted text safe to show: characters that could control a terminal or hide text are spelled out.
// Used wherever names, messages and source lines of the analysed program are printed.

/** Controls (escape sequences), formatting characters (reordered or invisible text), separators, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

/** One line of text, with `<U+001B>` for an escape character, and so on. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, spell);
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** The text of a byte that is not UTF-8. */
export function spellByte(byte: number): string {
  return `<${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}

function spell(character: string): string {
  return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`;
}

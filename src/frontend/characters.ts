// What bytes of C begin: classes of characters, punctuators by their spelling.
// Shared by the lexer of preprocessed text and the tokenizer of the preprocessor.

import { T } from './tokens.js';

// Classes of bytes, by the token that starts with one.
export const BLANK = 1;
export const NEWLINE = 2;
export const LETTER = 3;
export const DIGIT = 4;
export const PUNCTUATOR = 5;

export const classOf = new Uint8Array(256);
for (let c = 0; c < 256; c++) {
  const s = String.fromCharCode(c);
  if (/[A-Za-z_$]/.test(s) || c >= 0x80) classOf[c] = LETTER;
  else if (/[0-9]/.test(s)) classOf[c] = DIGIT;
  else if (c === 10) classOf[c] = NEWLINE;
  else if (c === 32 || (c >= 9 && c <= 13)) classOf[c] = BLANK;
  else if (/[-!"#%&'()*+,./:;<=>?[\]^{|}~]/.test(s)) classOf[c] = PUNCTUATOR;
}

/** 1 for bytes that continue an identifier. */
export const inName = new Uint8Array(256);
for (let c = 0; c < 256; c++) if (classOf[c] === LETTER || classOf[c] === DIGIT) inName[c] = 1;

/** Punctuators of one byte; zero where longer ones start with it. */
export const single = new Uint8Array(256);
for (const [c, kind] of Object.entries({
  '(': T.LeftParen,
  ')': T.RightParen,
  '[': T.LeftBracket,
  ']': T.RightBracket,
  '{': T.LeftBrace,
  '}': T.RightBrace,
  ';': T.Semicolon,
  ',': T.Comma,
  '?': T.Question,
  '~': T.Tilde,
})) {
  single[c.charCodeAt(0)] = kind;
}

const DOT = 46;
const EQUAL = 61;

export const isExponent = (c: number): boolean => c === 101 || c === 69 || c === 112 || c === 80;

/** Kinds by spelling for punctuators that start with `c`, longest first; digraphs included. */
export function longPunctuator(c: number, next: number | undefined, third: number | undefined): T {
  const twice = next === c;
  const assigned = next === EQUAL;
  switch (c) {
    case 45: // -
      if (next === 62) return T.Arrow;
      return twice ? T.MinusMinus : assigned ? T.MinusEqual : T.Minus;
    case 42: // *:
      return assigned ? T.StarEqual : T.Star;
    case EQUAL:
      return twice ? T.EqualEqual : T.Equal;
    case DOT:
      return twice && third === DOT ? T.Ellipsis : T.Dot;
    case 38: // &
      return twice ? T.AmpersandAmpersand : assigned ? T.AmpersandEqual : T.Ampersand;
    case 58: // :
      return next === 62 ? T.RightBracket : T.Colon;
    case 33: // !
      return assigned ? T.BangEqual : T.Bang;
    case 43: // +
      return twice ? T.PlusPlus : assigned ? T.PlusEqual : T.Plus;
    case 60: // <
      if (twice) return third === EQUAL ? T.ShiftLeftEqual : T.ShiftLeft;
      if (next === 58) return T.LeftBracket;
      if (next === 37) return T.LeftBrace;
      return assigned ? T.LessEqual : T.Less;
    case 62: // >
      if (twice) return third === EQUAL ? T.ShiftRightEqual : T.ShiftRight;
      return assigned ? T.GreaterEqual : T.Greater;
    case 124: // |
      return twice ? T.BarBar : assigned ? T.BarEqual : T.Bar;
    case 47: // /:
      return assigned ? T.SlashEqual : T.Slash;
    case 37: // %
      if (next === 62) return T.RightBrace;
      return assigned ? T.PercentEqual : T.Percent;
    case 94: // ^
      return assigned ? T.CaretEqual : T.Caret;
    default:
      return T.Invalid;
  }
}

export function lengthOf(kind: T, next: number | undefined): number {
  switch (kind) {
    case T.Ellipsis:
    case T.ShiftLeftEqual:
    case T.ShiftRightEqual:
      return 3;
    case T.Minus:
    case T.Star:
    case T.Equal:
    case T.Dot:
    case T.Ampersand:
    case T.Colon:
    case T.Bang:
    case T.Plus:
    case T.Less:
    case T.Greater:
    case T.Bar:
    case T.Slash:
    case T.Percent:
    case T.Caret:
      return 1;
    default:
      return next === undefined ? 1 : 2;
  }
}

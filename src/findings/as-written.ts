// The code of a span as the user wrote it: with macros by their names, where the preprocessed text has their expansions.
// Used by locate.ts for the code that messages quote.

import type { Site } from '../engines/engine.js';

/** Longer code is cut in the middle of nothing: it ends with an ellipsis. */
const LONGEST = 160;
/** A macro call may go on for so many lines. */
const MOST_LINES = 8;
const MOST_TOKENS = 400;

/** The original text; null if it cannot be told, or is the same. */
export function asWritten(site: Site, lineOf: (line: number) => Uint8Array | null): string | null {
  const whole = { ...site, ...site.source.balanced(site) };
  const { line } = site.source.locate(site.at);
  const last = site.source.locate(Math.max(site.at, site.end - 1)).line;
  const lines = linesFrom(line, Math.max(last, line), lineOf);
  const pre = withBrackets(surroundings(whole, line + lines.length - 1));
  if (pre.inside.length === 0) return null;
  const original = tokensOf(lines.join('\n'));
  if (original.length === 0 || original.length > MOST_TOKENS || sizeOf(pre) > MOST_TOKENS) return null;
  const found = regionOf(
    pre,
    original.map(({ text }) => text),
  );
  if (!found) return null;
  const region = upToEnd(original.slice(found.from, found.to));
  if (region.length === 0) return null;
  const text = joinTokens(withoutBrackets(region));
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

interface Token {
  readonly text: string;
  /** Is there a blank before it? */
  readonly apart: boolean;
}

/** Tokens of the preprocessed text: of a span, and of its lines before and behind it. */
interface Surroundings {
  readonly before: readonly string[];
  readonly inside: readonly string[];
  readonly behind: readonly string[];
}

/** With all brackets that enclose it alone: expansions have some that the user did not write. */
function withBrackets({ before, inside, behind }: Surroundings): Surroundings {
  let n = 0;
  while (before.at(-1 - n) === '(' && behind[n] === ')') n++;
  return {
    before: before.slice(0, before.length - n),
    inside: [...before.slice(before.length - n), ...inside, ...behind.slice(0, n)],
    behind: behind.slice(n),
  };
}

/** The tokens up to what cannot belong to the expression; none if a bracket stays open. */
function upToEnd(tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  for (const [i, { text }] of tokens.entries()) {
    depth += text === '(' || text === '[' ? 1 : text === ')' || text === ']' ? -1 : 0;
    if (depth < 0 || (depth === 0 && (text === ',' || text === ';'))) return tokens.slice(0, i);
  }
  return depth === 0 ? tokens : [];
}

function withoutBrackets(tokens: readonly Token[]): readonly Token[] {
  let inner = tokens;
  while (inner.length > 2 && inner[0]!.text === '(' && closing(inner) === inner.length - 1) inner = inner.slice(1, -1);
  return inner;
}

/** The position of the bracket that closes the first one. */
function closing(tokens: readonly Token[]): number {
  let depth = 0;
  return tokens.findIndex(({ text }) => {
    depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    return depth === 0;
  });
}

const sizeOf = ({ before, inside, behind }: Surroundings): number => before.length + inside.length + behind.length;

/** The tokens of the lines of the span in the preprocessed text, up to a line. */
function surroundings(site: Site, last: number): Surroundings {
  const { source, at, end } = site;
  const { bytes } = source;
  const { file, line } = source.locate(at);
  let start = bytes.lastIndexOf(NEWLINE, at - 1) + 1;
  for (let earlier = start - 1; earlier > 0; ) {
    const begin = bytes.lastIndexOf(NEWLINE, earlier - 1) + 1;
    const there = source.locate(begin);
    const isMarker = bytes[begin] === HASH;
    if (!isMarker && (there.file !== file || there.line !== line)) break;
    if (!isMarker) start = begin;
    earlier = begin - 1;
    if (at - begin > FURTHEST) break;
  }
  const stop = endOfLine(site, last);
  const textOf = (from: number, to: number) =>
    new TextDecoder().decode(bytes.subarray(from, to)).replace(/^#.*$/gm, '');
  const tokens = (from: number, to: number) => tokensOf(textOf(from, to)).map(({ text }) => text);
  return { before: tokens(start, at), inside: tokens(at, end), behind: tokens(end, stop) };
}

/** The end of the text that comes from lines up to the last one: behind a macro, compilers go on in a new line of their own. */
function endOfLine({ source, end }: Site, last: number): number {
  const { bytes } = source;
  const { file } = source.locate(Math.max(0, end - 1));
  const next = (from: number) => {
    const stop = bytes.indexOf(NEWLINE, from);
    return stop < 0 ? bytes.length : stop;
  };
  let stop = next(end);
  for (let later = stop + 1; later < bytes.length && later < end + FURTHEST; later = next(later) + 1) {
    if (bytes[later] === HASH) continue;
    const there = source.locate(later);
    if (there.file !== file || there.line > last) break;
    stop = next(later);
  }
  return stop;
}

const NEWLINE = 10;
const HASH = 35;
const FURTHEST = 4_000;

function linesFrom(first: number, last: number, lineOf: (line: number) => Uint8Array | null): string[] {
  const lines: string[] = [];
  for (let line = first; line < first + MOST_LINES; line++) {
    const bytes = lineOf(line);
    if (!bytes) break;
    lines.push(new TextDecoder().decode(bytes));
    const text = lines.join('\n');
    if (line >= last && balance(text) <= 0) break;
  }
  return lines;
}

const balance = (text: string): number => (text.match(/\(/g) ?? []).length - (text.match(/\)/g) ?? []).length;

const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/.*|\\\n|\s+|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|[\d.][\w.]*|->|\+\+|--|<<=?|>>=?|[-+*/%&|^<>=!]=|&&|\|\||./g;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let apart = false;
  for (const [piece] of text.matchAll(TOKEN)) {
    if (/^(?:\s|\/\*|\/\/|\\\n)/.test(piece)) apart = true;
    else {
      tokens.push({ text: piece, apart });
      apart = false;
    }
  }
  return tokens;
}

const joinTokens = (tokens: readonly Token[]): string =>
  tokens.map(({ text, apart }, i) => (apart && i > 0 ? ` ${text}` : text)).join('');

/** The tokens of the original between what stands before the span and what stands behind it. */
function regionOf({ before, inside, behind }: Surroundings, original: readonly string[]) {
  const from = before.length === 0 ? 0 : behindAll(before, original);
  const reversed = [...original].reverse();
  const left = behind.length === 0 ? 0 : behindAll([...behind].reverse(), reversed);
  const first = from ?? firstOf(original, inside[0]!);
  const last = left === null ? original.length - firstOf(reversed, inside.at(-1)!) : original.length - left;
  return first < last ? { from: first, to: last } : null;
}

const firstOf = (texts: readonly string[], text: string): number => Math.max(0, texts.indexOf(text));

/** The position behind the token that the last of `part` is, if as many as possible are found in order; null: it is not there. */
function behindAll(part: readonly string[], original: readonly string[]): number | null {
  const last = part.at(-1)!;
  const lengths = commonLengths(part.slice(0, -1), original);
  let best: number | null = null;
  for (let j = 0; j < original.length; j++) {
    if (original[j] === last && (best === null || lengths[j]! > lengths[best - 1]!)) best = j + 1;
  }
  return best;
}

/** By position of b: the length of a longest common subsequence of a and what is before that position. */
function commonLengths(a: readonly string[], b: readonly string[]): number[] {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const token of a) {
    const next = [0];
    for (let j = 1; j <= b.length; j++) {
      next.push(token === b[j - 1] ? row[j - 1]! + 1 : Math.max(row[j]!, next[j - 1]!));
    }
    row = next;
  }
  return row;
}

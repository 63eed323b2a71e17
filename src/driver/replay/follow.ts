// Inputs that follow from what a run compared: the text or number of the program in the place of that of the input.
// From the coverage of a run to the search for program inputs.

import type { Comparison, Coverage, Cursor, Missing, TextComparison } from '../../interp/coverage.js';
import { type ProgramInput, type Slot, STDIN, slotsOf, textAt, withText } from './program-input.js';
import { type Int, step } from './values.js';

/** A compared text may come from any place of the input that equals it: the first ones are tried. */
const PLACES = 3;
const MOST_CHILDREN = 60;
/** Longer texts are not made. */
const LONGEST_WORD = 5_000;

/** The contents of a file or variable of which nothing is known yet: words that occur nowhere else. */
const UNKNOWN_FILE = 'kappa lambda 21\nmu 33 nu\n';
const UNKNOWN_VALUE = 'xi';

/** How often the same two texts or numbers are followed: at several places of an input they may mean several things. */
const MOST_TIMES = 3;

/** Follows the comparisons of many runs, each of them a few times. */
export class Follower {
  private readonly times = new Map<string, number>();

  /** New inputs from a run on `parent`. */
  follow(parent: ProgramInput, coverage: Coverage): ProgramInput[] {
    const texts = coverage.textComparisons().filter(({ by, left, right }) => this.isRare(`${by} ${left}\0${right}`));
    const numbers = coverage.comparisons().filter(({ by, left, right }) => this.isRare(`${by} ${left} ${right}`));
    const missing = coverage.missing().filter(({ kind, name }) => this.isRare(`${kind} ${name}`));
    return [
      ...atMost(
        MOST_CHILDREN,
        missing.map((m) => supply(parent, m)),
      ),
      ...atMost(
        MOST_CHILDREN,
        texts.map((t) => followTexts(parent, t)),
      ),
      ...atMost(
        MOST_CHILDREN,
        numbers.map((n) => followNumbers(parent, n)),
      ),
    ];
  }

  private isRare(key: string): boolean {
    const times = this.times.get(key) ?? 0;
    this.times.set(key, times + 1);
    return times < MOST_TIMES;
  }
}

function* atMost<T>(most: number, sources: readonly Iterable<T>[]): Generator<T> {
  let count = 0;
  for (const source of sources) {
    for (const item of source) {
      if (count++ >= most) return;
      yield item;
    }
  }
}

function* supply(parent: ProgramInput, { kind, name }: Missing): Generator<ProgramInput> {
  if (kind === 'variable') yield withText(parent, { kind, name }, UNKNOWN_VALUE);
  if (kind === 'file' && name !== '') {
    yield withText(parent, { kind, name }, UNKNOWN_FILE);
    yield withText(parent, { kind, name }, '');
  }
  if (kind === 'options') for (const words of optionWords(name)) yield { ...parent, args: [...words, ...parent.args] };
}

/** `-x` for every letter, with an argument if it takes one. */
export function* optionWords(letters: string): Generator<string[]> {
  for (const [, letter, argument] of letters.matchAll(/(\w)(:?)/g)) {
    yield argument ? [`-${letter}`, `omicron${letter}`] : [`-${letter}`];
  }
}

// ---- texts -------------------------------------------------------------------------------------------------------

function* followTexts(parent: ProgramInput, { left, right, by, cursor }: TextComparison): Generator<ProgramInput> {
  if (by === 'part') {
    for (const place of findText(parent, left, cursor)) {
      for (const text of [left.replace(' ', right), left + right, right + left]) yield put(parent, place, text);
    }
    return;
  }
  for (const [mine, other] of [
    [left, right],
    [right, left],
  ] as const) {
    for (const place of findText(parent, mine, cursor)) yield put(parent, place, other);
  }
}

interface TextPlace {
  readonly slot: Slot;
  readonly at: number;
  readonly length: number;
}

function put(parent: ProgramInput, { slot, at, length }: TextPlace, text: string): ProgramInput {
  const old = textAt(parent, slot);
  return withText(parent, slot, old.slice(0, at) + text + old.slice(at + length));
}

/** Where the text stands in the input: what was read last comes first. An empty text was read where reading stopped. */
function findText(input: ProgramInput, text: string, cursor: Cursor | null): TextPlace[] {
  const found: TextPlace[] = [];
  const near = cursor && slotOf(input, cursor);
  if (near && text === '') {
    const read = textAt(input, near).slice(0, cursor.position);
    return [{ slot: near, at: read.replace(/\n$/, '').length, length: 0 }];
  }
  if (text === '') return [];
  const search = (slot: Slot, at: number) => {
    if (at >= 0 && found.length < PLACES) found.push({ slot, at, length: text.length });
  };
  if (near) search(near, lastBefore(textAt(input, near), text, cursor.position));
  for (const slot of slotsOf(input)) {
    if (!cursor && (slot.kind === 'stdin' || slot.kind === 'file')) continue; // nothing was read yet
    const all = textAt(input, slot);
    const at = all.indexOf(text);
    search(slot, at < 0 ? all.toLowerCase().indexOf(text.toLowerCase()) : at);
  }
  return found;
}

const lastBefore = (all: string, text: string, end: number): number =>
  end < text.length ? -1 : all.lastIndexOf(text, end - text.length);

function slotOf(input: ProgramInput, { stream }: Cursor): Slot | null {
  if (stream === 'stdin') return STDIN;
  return input.files.has(stream) ? { kind: 'file', name: stream } : null;
}

// ---- numbers -----------------------------------------------------------------------------------------------------

function* followNumbers(parent: ProgramInput, { left, right, by, cursor }: Comparison): Generator<ProgramInput> {
  for (const [mine, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const wanted = by === 'equality' ? [other] : [other, step(other, 1), step(other, -1)];
    yield* followCharacter(parent, mine, other, cursor);
    for (const place of findText(parent, String(mine), cursor)) {
      if (isNumberAt(textAt(parent, place.slot), place)) for (const n of wanted) yield put(parent, place, String(n));
    }
    yield* followBytes(parent, mine, other, cursor);
    yield* followLength(parent, mine, other, cursor);
  }
}

/** A number that is the code of a character just read. */
function* followCharacter(parent: ProgramInput, mine: Int, other: Int, cursor: Cursor | null): Generator<ProgramInput> {
  if (!isCharacter(mine) || !isCharacter(other)) return;
  for (const place of findText(parent, String.fromCharCode(Number(mine)), cursor)) {
    yield put(parent, place, String.fromCharCode(Number(other)));
    if (cursor) return;
  }
}

const isCharacter = (n: Int): boolean => (n >= 32 && n < 127) || n === 9 || n === 10;

/** Does no digit stand beside it? */
function isNumberAt(text: string, { at, length }: TextPlace): boolean {
  return !/\d/.test(text[at - 1] ?? '') && !/\d/.test(text[at + length] ?? '');
}

/** A number that was read as two, four or eight bytes. */
function* followBytes(parent: ProgramInput, mine: Int, other: Int, cursor: Cursor | null): Generator<ProgramInput> {
  if ((mine >= 0 && mine < 256) || !cursor) return;
  for (const width of [2, 4, 8]) {
    const [from, to] = [bytesOfNumber(mine, width), bytesOfNumber(other, width)];
    for (const reverse of [false, true]) {
      const order = (text: string) => (reverse ? [...text].reverse().join('') : text);
      const [place] = findText(parent, order(from), cursor);
      if (place) yield put(parent, place, order(to));
    }
  }
}

function bytesOfNumber(n: Int, width: number): string {
  const all = BigInt.asUintN(8 * width, BigInt(n));
  return Array.from({ length: width }, (_, i) => String.fromCharCode(Number((all >> BigInt(8 * i)) & 255n))).join('');
}

/** A number that is the length of a word just read. */
function* followLength(parent: ProgramInput, mine: Int, other: Int, cursor: Cursor | null): Generator<ProgramInput> {
  if (mine < 2 || other < 1 || other > LONGEST_WORD) return;
  for (const slot of cursor ? [slotOf(parent, cursor)] : slotsOf(parent)) {
    const text = slot && textAt(parent, slot);
    const match = text && [...text.matchAll(/\S+/g)].reverse().find(([word]) => BigInt(word.length) === BigInt(mine));
    if (!slot || !match) continue;
    for (const length of [Number(other), Number(other) + 1]) {
      yield put(parent, { slot, at: match.index, length: match[0].length }, stretch(match[0], length));
    }
  }
}

/** The word in this length: its last letter or digit is repeated, so that brackets and the like stay where they are. */
export function stretch(word: string, length: number): string {
  if (word.length >= length) return word.slice(0, length);
  const end = word.replace(/[^A-Za-z0-9]+$/, '').length;
  const letter = end > 0 ? word[end - 1]! : 'x';
  return word.slice(0, end) + letter.repeat(length - word.length) + word.slice(end);
}

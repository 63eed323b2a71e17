// Random variations of the input of a program: of lines, words and characters, of arguments, of failing allocations.
// Used by the search for program inputs; deterministic, since the random numbers are.

import type { Random } from '../../interp/libc/random.js';
import { optionWords, stretch } from './follow.js';
import { type ProgramInput, type Slot, slotsOf, textAt, withText } from './program-input.js';
import { type Int, varyValues } from './values.js';

/** What the search has learned so far. */
export interface Knowledge {
  readonly random: Random;
  /** Texts that the program compared with its input, and those that stand in it. */
  readonly observed: readonly string[];
  readonly words: readonly string[];
  /** Lines that led to something new, and those that formats describe, by their first words. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  readonly numbers: readonly Int[];
  /** What fits into objects of the program, and one more. */
  readonly sizes: readonly number[];
  /** Letters of options, as for getopt. */
  readonly letters: readonly string[];
  /** Does main take arguments? */
  readonly takesArguments: boolean;
  readonly readsInput: boolean;
}

const LONGEST_TEXT = 8_000;
const MOST_ARGUMENTS = 8;
/** Brackets, quotes and the like that a program takes off a word before it copies it. */
const DECORATION = 8;
const PUNCTUATION = '=:;,.+-*/%()[]{}<>"\'#@!?&|^~$_\\\t \n';
const FRESH_WORDS = ['rho', 'sigma', 'tau', 'x'];

/** A variation; `other` is an input to recombine with. */
export function vary(parent: ProgramInput, other: ProgramInput, know: Knowledge): ProgramInput {
  const { random } = know;
  if (parent.values.length > 0 && random.below(3) === 0) {
    const { values, seed = parent.seed } = varyValues(parent.values, random, know.numbers);
    return { ...parent, values, seed };
  }
  if (know.takesArguments && random.below(4) === 0) return varyArguments(parent, know);
  const slots = slotsOf(parent).filter((s) => s.kind !== 'argument' && (s.kind !== 'stdin' || know.readsInput));
  const slot = pick(random, slots);
  if (!slot) return know.takesArguments ? varyArguments(parent, know) : parent;
  const text = varyText(textAt(parent, slot), textAt(other, slot), parent, know);
  return withText(parent, slot, text.slice(0, LONGEST_TEXT));
}

function varyArguments(parent: ProgramInput, know: Knowledge): ProgramInput {
  const { random } = know;
  const { args } = parent;
  const at = random.below(args.length + 1);
  switch (random.below(6)) {
    case 0:
      return { ...parent, args: args.toSpliced(at, 1) };
    case 1:
      return { ...parent, args: args.toSpliced(at, 0, ...newOption(know)).slice(0, MOST_ARGUMENTS) };
    case 2:
      return { ...parent, args: [...args, wordFor(parent, know)].slice(0, MOST_ARGUMENTS) };
    default: {
      const slot: Slot = { kind: 'argument', index: Math.min(at, args.length - 1) };
      if (args.length === 0 || parent.files.has(textAt(parent, slot))) return parent;
      return withText(parent, slot, varyWord(textAt(parent, slot), parent, know));
    }
  }
}

function newOption(know: Knowledge): string[] {
  const { random } = know;
  const all = know.letters.flatMap((letters) => [...optionWords(letters)]);
  const dashed = [...know.observed, ...know.words].filter((word) => /^--?\w/.test(word)).map((word) => [word]);
  return pick(random, [...all, ...dashed]) ?? [pick(random, know.words) ?? 'x'];
}

// ---- texts -------------------------------------------------------------------------------------------------------

function varyText(text: string, other: string, parent: ProgramInput, know: Knowledge): string {
  const { random } = know;
  const lines = linesOf(text);
  const at = random.below(lines.length + 1);
  const here = Math.min(at, lines.length - 1);
  switch (random.below(16)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return join([...lines, knownLine(parent, know)]);
    case 4:
      return join(lines.toSpliced(at, 0, knownLine(parent, know)));
    case 5:
      return join([...lines, newLine(parent, know)]);
    case 6: // what another input does afterwards
      return join([...lines, ...linesOf(other)]);
    case 7:
      return join([...lines.slice(0, at), ...linesOf(other).slice(random.below(linesOf(other).length + 1))]);
    case 8:
      return join(lines.toSpliced(here, 1));
    case 9: // the same again, perhaps as often as an array is long
      return lines.length === 0 ? text : join(lines.toSpliced(here, 0, ...repeat(lines[here]!, timesFor(know))));
    case 10: // one of the lines later once more
      return lines.length === 0 ? text : join([...lines, lines[here]!]);
    case 11:
      return unify(text, parent, know);
    case 12:
      return varyCharacters(text, know);
    case 13:
      return random.below(4) === 0 ? text.replace(/\n$/, '') : join([...lines, newLine(parent, know)]);
    default:
      return lines.length === 0 ? newLine(parent, know) : join(lines.with(here, varyLine(lines[here]!, parent, know)));
  }
}

/** A line that was worth keeping, perhaps about things of this input. Lines with the same first word count as one. */
function knownLine(parent: ProgramInput, know: Knowledge): string {
  const { random } = know;
  const group = pick(random, [...know.lines.values()]);
  const line = (group && pick(random, group)) ?? newLine(parent, know);
  return adapt(line, parent, know, () => random.below(2) === 0);
}

/** The line with arguments that the input has already, where `isOther` says so. */
function adapt(line: string, parent: ProgramInput, { random }: Knowledge, isOther: () => boolean): string {
  const own = argumentsIn(parent);
  const [first = '', ...rest] = line.split(' ');
  return [first, ...rest.map((word) => (isOther() ? (pick(random, own) ?? word) : word))].join(' ');
}

/** What is tried with every input that took new edges: its last line often; one long word; one more line. */
export function* extend(parent: ProgramInput, know: Knowledge): Generator<ProgramInput> {
  const slot = linedSlot(parent);
  if (!slot) return;
  const lines = linesOf(textAt(parent, slot));
  const last = lines.at(-1) ?? '';
  const put = (changed: readonly string[]) => withText(parent, slot, join(changed));
  for (const times of OFTEN) yield put([...lines, ...repeat(last, times)]);
  const text = textAt(parent, slot);
  const length = DECORATION + Math.max(64, ...know.sizes.filter((n) => n <= LONG_WORD));
  for (const { 0: word, index } of [...text.matchAll(/\w+/g)].slice(-MOST_STRETCHED)) {
    yield withText(parent, slot, text.slice(0, index) + stretch(word, length) + text.slice(index + word.length));
  }
  for (const group of know.lines.values()) {
    const line = adapt(pick(know.random, group)!, parent, know, () => true);
    yield put([...lines, line]);
    if (lines.length > 1) yield put(lines.toSpliced(-1, 0, line));
  }
}

/** Every known line behind the others, as it is and about things of this input; and first words alone. */
export function* goOn(parent: ProgramInput, know: Knowledge): Generator<ProgramInput> {
  const slot = linedSlot(parent);
  if (!slot) return;
  const lines = linesOf(textAt(parent, slot));
  for (const [first, group] of know.lines) {
    const adapted = group.map((line) => adapt(line, parent, know, () => true));
    for (const line of new Set([first, ...adapted, ...group])) yield withText(parent, slot, join([...lines, line]));
  }
}

/** Standard input, or a file. */
const linedSlot = (input: ProgramInput): Slot | undefined =>
  slotsOf(input).find((s) => s.kind !== 'argument' && textAt(input, s) !== '');

const OFTEN = [10, 70];
const LONG_WORD = 300;
const MOST_STRETCHED = 10;

/** One word takes the place of another everywhere: lines that named two things name one. */
function unify(text: string, parent: ProgramInput, { random }: Knowledge): string {
  const words = wordsIn(parent);
  const [from, to] = [pick(random, words) ?? '', pick(random, words) ?? ''];
  return from === '' ? text : text.split(from).join(to);
}

const repeat = (line: string, times: number): string[] => Array.from({ length: times }, () => line);

export const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const join = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);

/** A word that the program knows, with words or numbers behind it. */
function newLine(parent: ProgramInput, know: Knowledge): string {
  const { random } = know;
  const known = know.observed.length > 0 && random.below(4) > 0 ? know.observed : know.words;
  const words = [pick(random, known) ?? 'x'];
  for (let n = random.below(4); n > 0; n--) words.push(wordFor(parent, know));
  return words.join(' ');
}

/** A word of the input itself, so that later lines refer to earlier ones; or a number; or another word. */
function wordFor(parent: ProgramInput, know: Knowledge): string {
  const { random } = know;
  const kind = random.below(10);
  const own = kind < 5 ? pick(random, argumentsIn(parent)) : kind < 6 ? pick(random, wordsIn(parent)) : undefined;
  if (own !== undefined) return own;
  if (kind < 8) return numberFor(know);
  if (kind < 9) return pick(random, random.below(2) === 0 ? know.observed : know.words) ?? 'x';
  return pick(random, FRESH_WORDS)!;
}

function wordsIn(input: ProgramInput): string[] {
  const all = slotsOf(input).flatMap((slot) => textAt(input, slot).split(SEPARATORS));
  return all.filter((word) => word !== '' && word.length < 64);
}

const SEPARATORS = /[\s=:,;]+/;

/** Words that are not the first of their line: names rather than commands. */
function argumentsIn(input: ProgramInput): string[] {
  const texts = slotsOf(input).map((slot) => textAt(input, slot));
  const found = texts.flatMap((text) => linesOf(text).flatMap((line) => line.split(SEPARATORS).slice(1)));
  return found.filter((word) => word !== '' && word.length < 64);
}

function numberFor({ random, numbers }: Knowledge): string {
  if (random.below(2) === 0) return String(random.below(10));
  return String(random.below(4) > 0 ? (pick(random, numbers) ?? 0) : pick(random, EXTREMES)!);
}

const EXTREMES = [0, -1, 100, 1000, 65536, 2147483647, -2147483648];

function varyLine(line: string, parent: ProgramInput, know: Knowledge): string {
  const { random } = know;
  const words = line.split(' ');
  const at = random.below(words.length);
  switch (random.below(6)) {
    case 0:
      return [...words, wordFor(parent, know)].join(' ');
    case 1:
      return words.toSpliced(at, 1).join(' ');
    case 2:
      return words.toSpliced(at, 0, words[at]!).join(' ');
    case 3: // of the command the other arguments
      return [words[0]!, ...words.slice(1).map(() => wordFor(parent, know))].join(' ');
    default:
      return words.with(at, varyWord(words[at]!, parent, know)).join(' ');
  }
}

function varyWord(word: string, parent: ProgramInput, know: Knowledge): string {
  const { random } = know;
  switch (random.below(8)) {
    case 0: // longer than some array
      return stretch(word, timesFor(know) + (random.below(2) === 0 ? 0 : DECORATION));
    case 1:
    case 2:
      return varyCharacters(word, know);
    case 3:
      return `-${word}`;
    default:
      return wordFor(parent, know);
  }
}

/** A number of repetitions: small, or what does not fit into some array. */
function timesFor({ random, sizes }: Knowledge): number {
  const one = () => pick(random, sizes) ?? 100;
  if (random.below(2) === 0) return 1 + random.below(4);
  return random.below(2) === 0 ? one() : Math.min(one(), one());
}

function varyCharacters(text: string, know: Knowledge): string {
  const { random } = know;
  const at = random.below(text.length + 1);
  switch (random.below(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + characterFor(know) + text.slice(at + 1);
    case 2:
      return text.slice(0, at) + text.slice(Math.max(0, at - 1 - random.below(6)));
    default:
      return text.slice(0, at) + characterFor(know) + text.slice(at);
  }
}

/** Of those that stand in the texts of the program, or any. */
function characterFor({ random, observed }: Knowledge): string {
  const some = random.below(3) === 0 ? observed.join('').slice(0, 400) : PUNCTUATION;
  return random.below(4) === 0 ? String(random.below(10)) : (pick(random, [...some]) ?? 'a');
}

export function pick<T>(random: Random, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : items[random.below(items.length)];
}

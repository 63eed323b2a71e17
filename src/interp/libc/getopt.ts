// getopt, as in glibc: words that are no options are moved behind the options unless the program asks otherwise.
// Natives; the variables of unistd.h are objects of the library, the position between calls is process state.

import type { NativeTable } from '../library.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import { libraryObject } from './errno.js';
import { writeStream } from './streams.js';
import { bytesOf, readInt32, readPointer, readText, writeInt32, writePointer } from './strings.js';

const INITIAL: Readonly<Record<string, number>> = { optind: 1, opterr: 1, optopt: 63 };

/** optind, opterr, optopt or optarg. */
export function optionVariable(m: Machine, name: string): number {
  const known = m.process.objects.has(name);
  const pointer = libraryObject(m, name, 8);
  if (!known) writeInt32(m, pointer, INITIAL[name] ?? 0);
  return pointer;
}

interface Scan {
  readonly m: Machine;
  readonly argc: number;
  readonly argv: Int;
  /** The letters, without what precedes them. */
  readonly letters: string;
  readonly order: 'permute' | 'stop' | 'return';
}

const getIndex = (m: Machine): number => readInt32(m, optionVariable(m, 'optind'));
const setIndex = (m: Machine, n: number): void => writeInt32(m, optionVariable(m, 'optind'), n);
const slot = (s: Scan, i: number): number => (s.argv as number) + i * s.m.pointerSize;
const wordAt = (s: Scan, i: number): Int => readPointer(s.m, slot(s, i));
const isOption = (s: Scan, i: number): boolean => /^-./s.test(readText(s.m, wordAt(s, i)));

/** Moves the options between `last` and optind before the other words between `first` and `last`. */
function exchange(s: Scan, end: number): void {
  const place = s.m.process.options;
  const others: Int[] = [];
  const options: Int[] = [];
  for (let i = place.first; i < end; i++) (i < place.last ? others : options).push(wordAt(s, i));
  for (const [i, word] of [...options, ...others].entries()) writePointer(s.m, slot(s, place.first + i), word);
  place.first += options.length;
  place.last = end;
}

function skipOthers(s: Scan): void {
  const place = s.m.process.options;
  let index = getIndex(s.m);
  if (place.first !== place.last && place.last !== index) exchange(s, index);
  else if (place.last !== index) place.first = index;
  while (index < s.argc && !isOption(s, index)) index++;
  place.last = index;
  setIndex(s.m, index);
}

function passSeparator(s: Scan): void {
  const place = s.m.process.options;
  const index = getIndex(s.m) + 1;
  if (place.first !== place.last && place.last !== index) exchange(s, index);
  else if (place.first === place.last) place.first = index;
  place.last = s.argc;
  setIndex(s.m, s.argc);
}

/** Finds the next word with options; otherwise the result of the call. */
function nextWord(s: Scan): number | null {
  const { m } = s;
  const place = m.process.options;
  place.last = Math.min(place.last, getIndex(m));
  place.first = Math.min(place.first, getIndex(m));
  if (s.order === 'permute') skipOthers(s);
  if (getIndex(m) < s.argc && readText(m, wordAt(s, getIndex(m))) === '--') passSeparator(s);
  const index = getIndex(m);
  if (index >= s.argc) {
    if (place.first !== place.last) setIndex(m, place.first);
    return -1;
  }
  if (!isOption(s, index)) {
    if (s.order === 'stop') return -1;
    writePointer(m, optionVariable(m, 'optarg'), wordAt(s, index));
    setIndex(m, index + 1);
    return 1;
  }
  place.next = (wordAt(s, index) as number) + 1;
  return null;
}

function complain(s: Scan, letter: string, what: string): void {
  const { m } = s;
  writeInt32(m, optionVariable(m, 'optopt'), letter.charCodeAt(0));
  if (s.letters.startsWith(':') || readInt32(m, optionVariable(m, 'opterr')) === 0) return;
  writeStream(m.files.stderr, bytesOf(`${readText(m, wordAt(s, 0))}: ${what} -- '${letter}'\n`));
}

function takeLetter(s: Scan): number {
  const { m } = s;
  const place = m.process.options;
  const letter = readText(m, place.next)[0]!;
  place.next = (place.next as number) + 1;
  const isLast = readText(m, place.next) === '';
  if (isLast) {
    setIndex(m, getIndex(m) + 1);
    place.next = 0;
  }
  const at = s.letters.indexOf(letter);
  if (at < 0 || letter === ':' || letter === ';') {
    complain(s, letter, 'invalid option');
    return '?'.charCodeAt(0);
  }
  return s.letters[at + 1] === ':' ? takeArgument(s, at) : letter.charCodeAt(0);
}

/** The argument is the rest of the word, or else, unless it is optional, the next word. */
function takeArgument(s: Scan, at: number): number {
  const { m } = s;
  const place = m.process.options;
  const index = getIndex(m);
  const rest = place.next;
  const code = s.letters.charCodeAt(at);
  place.next = 0;
  if (rest === 0 && s.letters[at + 2] === ':') return code;
  if (rest === 0 && index >= s.argc) {
    complain(s, s.letters[at]!, 'option requires an argument');
    return (s.letters.startsWith(':') ? ':' : '?').charCodeAt(0);
  }
  writePointer(m, optionVariable(m, 'optarg'), rest === 0 ? wordAt(s, index) : rest);
  setIndex(m, index + 1);
  return code;
}

function scan(m: Machine, argc: Value, argv: Value, text: string): Scan {
  const order = text.startsWith('-') ? 'return' : text.startsWith('+') ? 'stop' : 'permute';
  return { m, argc: Number(argc), argv: argv as Int, letters: order === 'permute' ? text : text.slice(1), order };
}

/** The next option; `long` examines a word that may be a long one, and gives null if it is none. */
function nextOption(s: Scan, long: (s: Scan) => number | null): number {
  const { m } = s;
  m.options.coverage?.missed('options', s.letters);
  writePointer(m, optionVariable(m, 'optarg'), 0);
  if (getIndex(m) === 0) {
    setIndex(m, 1);
    m.process.options = { next: 0, first: 1, last: 1 };
  }
  if (m.process.options.next !== 0) return takeLetter(s);
  return nextWord(s) ?? long(s) ?? takeLetter(s);
}

/** struct option: name, has_arg, flag, val. */
interface LongOption {
  readonly name: string;
  readonly argument: number;
  readonly flag: Int;
  readonly value: number;
  readonly index: number;
}

function readLongOptions(m: Machine, table: Int): LongOption[] {
  const size = m.pointerSize;
  const found: LongOption[] = [];
  for (let index = 0; ; index++) {
    const at = (table as number) + index * 4 * size;
    const name = readPointer(m, at);
    if (name === 0) return found;
    const [argument, value] = [readInt32(m, at + size), readInt32(m, at + 3 * size)];
    found.push({ name: readText(m, name), argument, flag: readPointer(m, at + 2 * size), value, index });
  }
}

/** `--name`, `--name=argument` or `--name argument`; names may be cut short if that is unambiguous. */
function takeLong(s: Scan, all: readonly LongOption[], where: Int): number | null {
  const { m } = s;
  const word = readText(m, wordAt(s, getIndex(m)));
  if (!word.startsWith('--')) return null;
  const [name = ''] = word.slice(2).split('=');
  const matching = all.filter((o) => o.name.startsWith(name));
  const option = all.find((o) => o.name === name) ?? (matching.length === 1 ? matching[0] : undefined);
  const given = word.length > name.length + 2;
  m.process.options.next = 0;
  setIndex(m, getIndex(m) + 1);
  for (const o of all) if (o !== option) m.options.coverage?.comparedTexts(word, `--${o.name}`, 'whole');
  if (!option) return complainLong(s, `unrecognized option '--${name}'`);
  if (given && option.argument === 0) return complainLong(s, `option '--${name}' doesn't allow an argument`);
  if (given) writePointer(m, optionVariable(m, 'optarg'), (wordAt(s, getIndex(m) - 1) as number) + name.length + 3);
  else if (option.argument === 1) {
    if (getIndex(m) >= s.argc) return complainLong(s, `option '--${name}' requires an argument`, ':');
    writePointer(m, optionVariable(m, 'optarg'), wordAt(s, getIndex(m)));
    setIndex(m, getIndex(m) + 1);
  }
  if (where !== 0) writeInt32(m, where, option.index);
  if (option.flag === 0) return option.value;
  writeInt32(m, option.flag, option.value);
  return 0;
}

function complainLong(s: Scan, what: string, missing = '?'): number {
  const { m } = s;
  writeInt32(m, optionVariable(m, 'optopt'), 0);
  if (s.letters.startsWith(':')) return missing.charCodeAt(0);
  if (readInt32(m, optionVariable(m, 'opterr')) !== 0)
    writeStream(m.files.stderr, bytesOf(`${readText(m, wordAt(s, 0))}: ${what}\n`));
  return '?'.charCodeAt(0);
}

export const options: NativeTable = {
  getopt: (m, [argc, argv, letters]) =>
    Number(argc) < 1 ? -1 : nextOption(scan(m, argc!, argv!, readText(m, letters as Int)), () => null),
  getopt_long: (m, [argc, argv, letters, table, where]) => {
    if (Number(argc) < 1) return -1;
    const all = table === 0 ? [] : readLongOptions(m, table as Int);
    return nextOption(scan(m, argc!, argv!, readText(m, letters as Int)), (s) => takeLong(s, all, where as Int));
  },
};

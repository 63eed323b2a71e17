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

export const options: NativeTable = {
  getopt: (m, [argc, argv, letters]) => {
    if (Number(argc) < 1) return -1;
    const s = scan(m, argc!, argv!, readText(m, letters as Int));
    writePointer(m, optionVariable(m, 'optarg'), 0);
    if (getIndex(m) === 0) {
      setIndex(m, 1);
      m.process.options = { next: 0, first: 1, last: 1 };
    }
    const ended = m.process.options.next === 0 ? nextWord(s) : null;
    return ended ?? takeLetter(s);
  },
};

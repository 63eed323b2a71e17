// The input of a run of a whole program: words, standard input, files, environment, values, failing allocations.
// Made by the search for program inputs; becomes options of a run, and a recorded input in a report.

import { bytesOf, latin } from '../../interp/libc/strings.js';
import type { RunOptions } from '../../interp/options.js';
import { type RecordedInput, recordBytes } from '../../interp/recorded-input.js';

import type { Int } from './values.js';

/** Texts are bytes, one per character. */
export interface ProgramInput {
  /** The words after the program's name. */
  readonly args: readonly string[];
  readonly stdin: string;
  readonly files: ReadonlyMap<string, string>;
  readonly environment: ReadonlyMap<string, string>;
  /** Results of nondeterministic functions; after these, random ones by the seed. */
  readonly values: readonly Int[];
  readonly seed: number;
  /** The allocations that fail, counted from 1. */
  readonly failures: readonly number[];
}

export const NOTHING: ProgramInput = {
  args: [],
  stdin: '',
  files: new Map(),
  environment: new Map(),
  values: [],
  seed: 0,
  failures: [],
};

/** A text of an input. */
export type Slot =
  | { readonly kind: 'argument'; readonly index: number }
  | { readonly kind: 'stdin' }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string };

export const STDIN: Slot = { kind: 'stdin' };

export function slotsOf({ args, files, environment }: ProgramInput): Slot[] {
  return [
    STDIN,
    ...[...files.keys()].map((name): Slot => ({ kind: 'file', name })),
    ...args.map((_, index): Slot => ({ kind: 'argument', index })),
    ...[...environment.keys()].map((name): Slot => ({ kind: 'variable', name })),
  ];
}

export function textAt(input: ProgramInput, slot: Slot): string {
  switch (slot.kind) {
    case 'argument':
      return input.args[slot.index] ?? '';
    case 'stdin':
      return input.stdin;
    case 'file':
      return input.files.get(slot.name) ?? '';
    case 'variable':
      return input.environment.get(slot.name) ?? '';
  }
}

/** A word that names a file takes the file along. Neither words nor variables can have a zero in them. */
export function withText(input: ProgramInput, slot: Slot, text: string): ProgramInput {
  switch (slot.kind) {
    case 'argument': {
      const word = text.replaceAll('\0', '');
      const old = input.args[slot.index] ?? '';
      const files = new Map([...input.files].map(([name, content]) => [name === old ? word : name, content]));
      return { ...input, args: input.args.with(slot.index, word), files };
    }
    case 'stdin':
      return { ...input, stdin: text };
    case 'file':
      return { ...input, files: new Map(input.files).set(slot.name, text) };
    case 'variable':
      return { ...input, environment: new Map(input.environment).set(slot.name, text.replaceAll('\0', '')) };
  }
}

export const keyOf = ({ args, stdin, files, environment, values, seed, failures }: ProgramInput): string =>
  [
    JSON.stringify([args, stdin, [...files], [...environment], failures]),
    values.join(),
    values.length > 0 ? seed : '',
  ].join();

/** The options of a search's runs. */
export const searchOptions = (input: ProgramInput): RunOptions => ({
  args: ['program', ...input.args.map(decode)],
  stdin: bytesOf(input.stdin),
  files: new Map([...input.files].map(([name, text]) => [name, bytesOf(text)])),
  environment: new Map([...input.environment].map(([name, text]) => [name, decode(text)])),
  input: input.values,
  seed: input.seed,
  failures: input.failures.length > 0 ? { kind: 'numbers', numbers: new Set(input.failures) } : { kind: 'never' },
  surroundings: 'searched',
  strangers: 'pass',
});

/** What is empty is left out; `used` are the values that the run took. */
export function recordInput(input: ProgramInput, used: readonly Int[]): RecordedInput {
  const files = [...input.files].map(([name, text]) => [name, recordBytes(bytesOf(text))] as const);
  const environment = [...input.environment].map(([name, text]) => [name, decode(text)] as const);
  const values = used.map((v) => (typeof v === 'bigint' ? String(v) : v));
  return {
    ...(input.args.length > 0 ? { arguments: input.args.map(decode) } : {}),
    ...(input.stdin === '' ? {} : { stdin: recordBytes(bytesOf(input.stdin)) }),
    ...(files.length > 0 ? { files: Object.fromEntries(files) } : {}),
    ...(environment.length > 0 ? { environment: Object.fromEntries(environment) } : {}),
    ...(values.length > 0 ? { values } : {}),
    ...(input.failures.length > 0 ? { failingAllocations: input.failures } : {}),
  };
}

/** Words and variables are texts: bytes that are no UTF-8 are replaced. */
const decode = (text: string): string => new TextDecoder().decode(bytesOf(text));

/** What a program would see of a word that is encoded and decoded. */
export const encode = (text: string): string => latin(new TextEncoder().encode(text));

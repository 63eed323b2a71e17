// The whole input of a run as JSON: arguments, standard input, files, environment, values, failing allocations.
// Written into reports for confirmed findings; `caulk run --input` repeats the run.

import type { RunOptions } from './options.js';

/** A text in UTF-8, or bytes that are none. */
export type RecordedText = string | { readonly base64: string };

/** What is left out is empty. */
export interface RecordedInput {
  /** The words after the program's name. */
  readonly arguments?: readonly string[];
  readonly stdin?: RecordedText;
  readonly files?: Readonly<Record<string, RecordedText>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Results of the nondeterministic functions; large ones are decimal texts. */
  readonly values?: readonly (number | string)[];
  /** Counted from 1. */
  readonly failingAllocations?: readonly number[];
  /** `values`: rand() and data from sockets are taken from the values too. */
  readonly surroundings?: 'values';
  /** `pass`: calls of undefined functions that can only read their arguments are skipped. */
  readonly undefinedFunctions?: 'pass';
}

const FIELDS: ReadonlySet<string> = new Set([
  'arguments',
  'stdin',
  'files',
  'environment',
  'values',
  'failingAllocations',
  'surroundings',
  'undefinedFunctions',
]);

/** The options of the run that it records. */
export function optionsOfInput(input: RecordedInput): RunOptions {
  const { files = {}, environment = {}, failingAllocations = [] } = input;
  return {
    args: ['program', ...(input.arguments ?? [])],
    stdin: bytesOf(input.stdin ?? ''),
    files: new Map(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])),
    environment: new Map(Object.entries(environment)),
    input: (input.values ?? []).map((v) => (typeof v === 'string' ? BigInt(v) : v)),
    failures:
      failingAllocations.length > 0 ? { kind: 'numbers', numbers: new Set(failingAllocations) } : { kind: 'never' },
    ...(input.surroundings ? { surroundings: 'searched' } : {}),
    ...(input.undefinedFunctions ? { strangers: 'pass' } : {}),
  };
}

const bytesOf = (text: RecordedText): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : Buffer.from(text.base64, 'base64');

/** Bytes as text if they are text. */
export function recordBytes(bytes: Uint8Array): RecordedText {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}

/** Null unless the text is an object of this form. */
export function parseRecordedInput(text: string): RecordedInput | null {
  try {
    const read: unknown = JSON.parse(text);
    return isInput(read) ? read : null;
  } catch {
    return null;
  }
}

function isInput(read: unknown): read is RecordedInput {
  if (!isObject(read) || !Object.keys(read).every((key) => FIELDS.has(key))) return false;
  const { stdin = '', files = {}, environment = {}, surroundings = 'values', undefinedFunctions = 'pass' } = read;
  return (
    isList(read.arguments, (v) => typeof v === 'string') &&
    isText(stdin) &&
    isObject(files) &&
    Object.values(files).every(isText) &&
    isObject(environment) &&
    Object.values(environment).every((v) => typeof v === 'string') &&
    isList(read.values, (v) => typeof v === 'number' || (typeof v === 'string' && /^-?\d+$/.test(v))) &&
    isList(read.failingAllocations, (v) => Number.isInteger(v)) &&
    surroundings === 'values' &&
    undefinedFunctions === 'pass'
  );
}

const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v);

const isText = (v: unknown): v is RecordedText =>
  typeof v === 'string' || (isObject(v) && typeof v.base64 === 'string' && Object.keys(v).length === 1);

const isList = (v: unknown, is: (item: unknown) => boolean): boolean =>
  v === undefined || (Array.isArray(v) && v.every(is));

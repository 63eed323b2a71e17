// Serialises data that refers to a packed program, stable across threads and runs: functions and variables by name,
// positions by function and offset, types by structure. Used for summaries, findings and kept answers.

import { ByteWriter, PickleError, pickle } from '../../base/pickle.js';
import { SourceText } from '../../base/source.js';
import { type Blanks, countAt, unpickle } from '../../base/unpickle.js';
import type { CType } from '../../types/types.js';
import type { GlobalVariable, LocalVariable } from '../program.js';
import { PackedFunction, type PackedGlobal } from './open.js';
import type { PackedProgram } from './program.js';
import { restoreType, type SavedType, saveType } from './saved-type.js';

/** A reference into the program: written as a name instead of its content. */
type Token =
  | readonly ['function', string]
  | readonly ['variable', string]
  | readonly ['text', string]
  | readonly ['type', SavedType]
  | readonly ['site', string, number, number]
  | readonly ['local'];

/** A position in the text of a unit. */
interface Place {
  readonly source: SourceText;
  readonly at: number;
  readonly end: number;
}

/** Makes the bytes of one kind of content small and fast to read: frequent words, and constructors of objects. */
export interface SealFormat {
  readonly words: readonly string[];
  readonly blanks?: Blanks;
}

const TOKEN_WORDS: readonly string[] = ['function', 'variable', 'text', 'type', 'site', 'local'];
export const PLAIN: SealFormat = { words: TOKEN_WORDS };

/** Content is made of references into the program and plain data. */
export function seal(program: PackedProgram, content: unknown, { words }: SealFormat = PLAIN): Uint8Array {
  const numbers = new Map<object | string, number>();
  const tokens: Token[] = [];
  const numberOf = (object: object): number => {
    if (!isReference(object)) return -1;
    const known = numbers.get(object);
    if (known !== undefined) return known;
    const token = tokenOf(program, object);
    const text = JSON.stringify(token);
    const number = numbers.get(text) ?? tokens.length;
    if (number === tokens.length) tokens.push(token);
    numbers.set(object, number);
    numbers.set(text, number);
    return number;
  };
  const body = pickle(content, words, { numberOf });
  const head = pickle(tokens, words);
  const out = new ByteWriter();
  out.count(head.length);
  out.raw(head);
  out.raw(body);
  return out.done();
}

export function unseal(program: PackedProgram, bytes: Uint8Array, { words, blanks }: SealFormat = PLAIN): unknown {
  const { size, start } = countAt(bytes);
  const tokens = unpickle(bytes.subarray(start, start + size), words) as Token[];
  const known: unknown[] = [];
  const outside = (n: number): unknown => {
    const token = tokens[n];
    if (!token) throw new PickleError('a token is missing');
    known[n] ??= meaningOf(program, token);
    return known[n];
  };
  return unpickle(bytes.subarray(start + size), words, outside, 0, blanks);
}

/** Is it part of the program, and therefore written as a name? */
export const isReference = (object: object): boolean =>
  'quals' in object ||
  ('source' in object && object.source instanceof SourceText) ||
  object instanceof PackedFunction ||
  'threadLocal' in object ||
  object instanceof SourceText ||
  'ownsBlock' in object;

function tokenOf(program: PackedProgram, object: object): Token {
  if (object instanceof PackedFunction) return ['function', program.idOf(object)];
  if ('threadLocal' in object) return variableToken(program, object as GlobalVariable);
  if ('quals' in object) return ['type', saveType(object as CType)];
  if ('ownsBlock' in object) return ['local'];
  if (!('source' in object)) throw new PickleError('a text by itself');
  const { source, at, end } = object as Place;
  const { owner, from } = program.ownerOf(source, at);
  return ['site', owner, at - from, end - at];
}

function variableToken(program: PackedProgram, g: GlobalVariable): Token {
  if (!g.literal) return ['variable', program.idOf(g as PackedGlobal)];
  const value = g.initializer?.[0]?.value;
  return ['text', value?.kind === 'string' ? Buffer.from(value.bytes).toString('latin1') : ''];
}

function meaningOf(program: PackedProgram, token: Token): unknown {
  switch (token[0]) {
    case 'function':
      return program.functionOf(token[1]);
    case 'variable':
      return program.variableWith(token[1]);
    case 'text':
      return program.literalOf(token[1]);
    case 'type':
      return restoreType(program.types, token[1]);
    case 'site':
      return program.siteIn(token[1], token[2], token[3]);
    case 'local':
      return A_LOCAL;
  }
}

/** Locals are not distinguished: nothing outside their function refers to one of them. */
const A_LOCAL: Pick<LocalVariable, 'kind' | 'name' | 'id'> = { kind: 'local', name: '', id: -1 };

// The format of a packed unit: a table of its symbols, then pieces that are read on demand.
// Written by pack.ts, read by open.ts; stored on disk and sent to threads as bytes.

import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../base/diagnostics.js';
import type { Target } from '../../types/types.js';
import type { FunctionAttributes, LostFunction } from '../program.js';

/** The position of a piece. */
export type Piece = readonly [start: number, length: number];

export interface FunctionEntry {
  readonly name: string;
  readonly internal: boolean;
  readonly type: number;
  readonly signature: string;
  /** Index in `UnitTable.attributes`. */
  readonly attributes: number;
  readonly addressTaken: boolean;
  readonly at: number;
  readonly body: BodyEntry | null;
}

export interface BodyEntry {
  readonly piece: Piece;
  readonly at: number;
  readonly end: number;
  readonly file: string;
  readonly line: number;
  readonly system: boolean;
  readonly instructions: number;
  /** See Outline; -1 for none. */
  readonly returned: number;
  /** Hash of the code and all it mentions by name, without positions. */
  readonly hash: string;
  /** Hash of the text and its position: if it is unchanged, so are the line numbers in reports. */
  readonly look: string;
  /** A key for a function of a header that is the same in every unit that includes it; else empty. */
  readonly shared: string;
  /** By number: see Outline. */
  readonly called: readonly number[];
  readonly mentioned: readonly number[];
  readonly variables: readonly number[];
  readonly pointers: readonly (readonly [signature: string, ...holders: PackedHolder[]])[];
  readonly flows: readonly PackedFlow[];
}

/** See Holder: the index of the kind, the number of the symbol or -1, and which. */
export type PackedHolder = readonly [kind: number, of: number, which: string];
export type PackedFlow = readonly [from: PackedHolder, to: PackedHolder];

export interface GlobalEntry {
  readonly name: string;
  readonly internal: boolean;
  readonly defined: boolean;
  readonly weak: boolean;
  readonly changed: boolean;
  readonly type: number;
  readonly hasInitializer: boolean;
  /** Functions and non-literal variables that the initial value mentions, by number. */
  readonly mentioned: readonly number[];
  readonly variables: readonly number[];
  readonly flows: readonly PackedFlow[];
  /** Hash of the initial value and all it mentions by name. */
  readonly hash: string;
}

export interface UnitTable {
  /** The path from the root of the project, with a suffix that distinguishes several compilations of one file. */
  readonly id: string;
  readonly name: string;
  readonly target: Target;
  readonly attributes: readonly FunctionAttributes[];
  readonly functions: readonly FunctionEntry[];
  /** Variables that other units may use, by number; the others are found with their pieces. */
  readonly linked: readonly (readonly [number, GlobalEntry])[];
  /** Lengths of the pieces of all variables, then of all types: the pieces are consecutive. */
  readonly globals: readonly number[];
  readonly types: readonly number[];
  readonly globalsAt: number;
  readonly typesAt: number;
  /** Members of records that code mentions, two numbers each: the type of the record and the index of the member. */
  readonly fields: readonly number[];
  /** The line markers of the text: see Markers. */
  readonly markers: Piece;
  readonly text: Piece;
  readonly lost: readonly LostFunction[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A reference to something outside a piece: the table, and the index in it. */
export enum Table {
  Type,
  Function,
  Global,
  Field,
}
export const TABLES = 4;

/** A content hash. A list counts as its elements, and may be longer than a list of arguments. */
export const hashOf = (...parts: readonly (string | Uint8Array | readonly string[])[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof Uint8Array) hash.update(part).update('\0');
    else for (const element of part) hash.update(element).update('\0');
  }
  return hash.digest('base64url').slice(0, 27);
};

/** Kinds and fields of the IR, which are not spelled out in every piece. Append only. */
export const WORDS: readonly string[] = [
  ...['kind', 'at', 'end', 'type', 'variable', 'place', 'base', 'field', 'index', 'pointer', 'value', 'operand', 'op'],
  ...[
    'left',
    'right',
    'var',
    'deref',
    'int',
    'float',
    'load',
    'address',
    'function-address',
    'unary',
    'binary',
    'cast',
  ],
  ...['assign', 'clear', 'call', 'assume', 'scope-end', 'asm', 'result', 'callee', 'args', 'direct', 'indirect'],
  ...['function', 'condition', 'holds', 'variables', 'goto', 'target', 'branch', 'then', 'else', 'switch', 'cases'],
  ...['default', 'low', 'high', 'return', 'unreachable', 'targets', 'choose', 'computed-goto', 'instrs', 'terminator'],
  ...['parameter', 'local', 'temporary', 'name', 'id', 'addressTaken', 'ownsBlock', 'blocks', 'params', 'offset'],
  ...['bits', 'string', 'bytes', 'add', 'sub', 'mul', 'div', 'rem', 'and', 'or', 'xor', 'shl', 'shr', 'eq', 'ne', 'lt'],
  ...['le', 'gt', 'ge', 'ptr-add', 'ptr-diff', 'neg', 'bitnot', 'not', 'real', 'imag', 'conj', 'target', 'label'],
  ...['basic', 'qualified', 'array', 'record', 'enum', 'vector', 'complex', 'union', 'tag', 'fields', 'size', 'align'],
  ...['transparent', 'void', 'char', 'unsigned char', 'short', 'unsigned int', 'long', 'unsigned long', 'double'],
  ...['linkage', 'defined', 'initializer', 'literal', 'threadLocal', 'weak', 'changed', 'external', 'internal'],
  ...['global'],
].filter((word, i, all) => all.indexOf(word) === i);

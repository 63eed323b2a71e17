// The form of a packed unit: a table of what it declares in front, and behind it the pieces that are read when needed.
// Written by pack.ts, read by open.ts. Bytes in, bytes out: kept on disk, sent to threads.

import { createHash } from 'node:crypto';
import type { Diagnostic } from '../../base/diagnostics.js';
import type { Target } from '../../types/types.js';
import type { FunctionAttributes, LostFunction } from '../program.js';

/** Where a piece lies among the pieces. */
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
  /** Of the code and all it mentions by name; not of where it stands. */
  readonly hash: string;
  /** Of its text and where that stands: as long as it is the same, so are the lines in what is said about it. */
  readonly look: string;
  /** For a function of a header that is the same in every unit that reads the header: what it is called by; else empty. */
  readonly shared: string;
  /** By number: see Outline. */
  readonly called: readonly number[];
  readonly mentioned: readonly number[];
  readonly variables: readonly number[];
  readonly pointers: readonly string[];
}

export interface GlobalEntry {
  readonly name: string;
  readonly internal: boolean;
  readonly defined: boolean;
  readonly weak: boolean;
  readonly changed: boolean;
  readonly type: number;
  readonly hasInitializer: boolean;
  /** By number: what it holds names these functions, and these variables that are no literals. */
  readonly mentioned: readonly number[];
  readonly variables: readonly number[];
  /** What it holds and all that mentions by name. */
  readonly hash: string;
}

export interface UnitTable {
  /** The file as an absolute path, with what tells several readings of one file apart. */
  readonly id: string;
  readonly name: string;
  readonly target: Target;
  readonly attributes: readonly FunctionAttributes[];
  readonly functions: readonly FunctionEntry[];
  /** Variables that other units may know of, by number; the others are found with their pieces. */
  readonly linked: readonly (readonly [number, GlobalEntry])[];
  /** Lengths of the pieces of all variables, then of all types: they follow each other. */
  readonly globals: readonly number[];
  readonly types: readonly number[];
  readonly globalsAt: number;
  readonly typesAt: number;
  /** Members of records that code mentions, two numbers each: the record's type and which member of it. */
  readonly fields: readonly number[];
  /** Of the text: see Markers. */
  readonly markers: Piece;
  readonly text: Piece;
  readonly lost: readonly LostFunction[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a number that stands for something outside a piece means: which table, and where in it. */
export enum Table {
  Type,
  Function,
  Global,
  Field,
}
export const TABLES = 4;

/** A short name for a content. */
export const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 27);
};

/** Kinds and fields of the IR, which need not be spelled out in every piece. Only ever to be added to at the end. */
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

// The symbols of one procedure: its unknown values, and the terms over them.
// The symbol for the address of a cell is the name of the cell. Equal terms are the same symbol.

import { ofOneKind } from '../../../base/one-kind.js';
import type { BinaryOp, UnaryOp } from '../../../ir/instr.js';
import type { FunctionSymbol, GlobalVariable, LocalVariable } from '../../../ir/program.js';
import { ANYTHING, meet, type Range, rangeOfType } from '../../../numeric/range.js';
import { isInteger } from '../../../types/questions.js';
import type { CType } from '../../../types/types.js';
import { type Doubts, doubtsFrom, NO_DOUBTS, textOfDoubts } from './doubts.js';

/** A known number or null; or a symbol, plus a constant, plus symbolic indices (as text; empty if there are none). */
export type Value = Known | Symbolic;

export type Known = number | DoubtfulNull;

/**
 * A null with doubts: it equals 0, but its dereference is reported only without the beliefs that it names. Of the same
 * hidden class as symbolic values, since whether a value is known is asked everywhere.
 */
export interface DoubtfulNull {
  readonly symbol: typeof NULL_SYMBOL;
  readonly plus: 0;
  /** The names of the doubts, as `textOfDoubts` has them; behind `@` the call that returned it. */
  readonly index: string;
}

/** A number that no symbol has; it distinguishes nulls with doubts from symbolic values. */
const NULL_SYMBOL = -2;

export interface Symbolic {
  readonly symbol: number;
  readonly plus: number;
  readonly index: string;
}

/** The only constructor, so that all values have one hidden class. */
export function symbolic(symbol: number, plus: number, index = ''): Symbolic {
  return { symbol, plus, index };
}

ofOneKind((n) => symbolic(0, n, ''));

export type TermOp = BinaryOp | UnaryOp | 'cast' | 'part';

/** The origin of a symbol. */
export type SymbolInfo =
  | { readonly kind: 'opaque' }
  | { readonly kind: 'uninitialized' }
  | { readonly kind: 'parameter'; readonly index: number; readonly holds: 'number' | 'address' }
  | { readonly kind: 'global'; readonly variable: GlobalVariable }
  | { readonly kind: 'local'; readonly variable: LocalVariable }
  | { readonly kind: 'function'; readonly target: FunctionSymbol }
  /** The initial content of field `key` of cell `of`; `slot` names the field, if it is one of a record. */
  | {
      readonly kind: 'input';
      readonly of: number;
      readonly key: FieldKey;
      readonly type: CType;
      readonly slot: string | null;
    }
  | TermInfo
  /** Created by the instruction at `at`: an allocation, the result of a call, an unknown value. */
  | { readonly kind: 'fresh'; readonly at: number; readonly slot: string | null };

/** An operator applied to other values. */
export interface TermInfo {
  readonly kind: 'term';
  readonly op: TermOp;
  readonly left: Value;
  readonly right: Value;
  readonly type: CType;
}

/** A byte offset; as text: a bit-field, or an element at a symbolic index. */
export type FieldKey = number | string;

/** Is it an element at a symbolic index? */
export const isElement = (key: FieldKey): key is string => typeof key === 'string' && !key.startsWith('b');

/** Weakly updated elements; the index is unknown. */
export const SOME_ELEMENTS: FieldKey = '[?]';

/** Negative positions of fresh symbols: down to here the cell that they were read from, below that loops and joins. */
const LAST_CELL = -1_000_000_000;
export const JOINED = LAST_CELL;
export const WIDENED = 2 * LAST_CELL;

const OPAQUE_SYMBOL = 0;
const UNINITIALIZED_SYMBOL = 1;

/** Values that are not tracked, such as floating point numbers; no two are known to be equal. */
export const OPAQUE: Symbolic = symbolic(OPAQUE_SYMBOL, 0);
export const UNINITIALIZED: Symbolic = symbolic(UNINITIALIZED_SYMBOL, 0);

/** A null with these doubts; plain null if there are none. */
export const nullWith = (doubts: Doubts): Known =>
  doubts.length === 0 ? 0 : (symbolic(NULL_SYMBOL, 0, textOfDoubts(doubts)) as DoubtfulNull);

/** The same, as the result of a call (ownership/lookups.ts). */
export const nullFrom = (call: string, doubts: Doubts): Known =>
  doubts.length === 0 ? 0 : (symbolic(NULL_SYMBOL, 0, `${textOfDoubts(doubts)}@${call}`) as DoubtfulNull);

/** The call that returned the null; '' if it is not known. */
export const callOf = ({ index }: DoubtfulNull): string => {
  const at = index.indexOf('@');
  return at < 0 ? '' : index.slice(at + 1);
};

export const isDoubtful = (v: Value): v is DoubtfulNull => typeof v !== 'number' && v.symbol === NULL_SYMBOL;
export const doubtsOf = (v: Value): Doubts => (isDoubtful(v) ? doubtsFrom(v.index.split('@', 1)[0]!) : NO_DOUBTS);
export const isKnown = (v: Value): v is Known => typeof v === 'number' || v.symbol === NULL_SYMBOL;
export const numberOf = (v: Known): number => (typeof v === 'number' ? v : 0);
/** Is it zero or null, with or without doubts? */
export const isZero = (v: Value): boolean => (typeof v === 'number' ? v === 0 : v.symbol === NULL_SYMBOL);
export const addressOf = (cell: number, plus = 0): Symbolic => symbolic(cell, plus);
export const isUninitialized = (v: Value): boolean => !isKnown(v) && v.symbol === UNINITIALIZED_SYMBOL;
export const isOpaque = (v: Value): boolean => !isKnown(v) && v.symbol === OPAQUE_SYMBOL;

export const sameValue = (a: Value, b: Value): boolean =>
  a === b ||
  (isKnown(a) && isKnown(b) && numberOf(a) === numberOf(b)) ||
  (!isKnown(a) && !isKnown(b) && a.symbol === b.symbol && a.plus === b.plus && a.index === b.index && !isOpaque(a));

export const textOf = (v: Value): string => (isKnown(v) ? `${numberOf(v)}` : `s${v.symbol}+${v.plus}${v.index}`);

const DEEPEST_TERM = 8;

const TRUTHS: ReadonlySet<TermOp> = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'not']);

/** The range of a result by its operator. */
function rangeOfTerm(op: TermOp, left: Value, right: Value): Range {
  if (TRUTHS.has(op)) return { low: 0, high: 1 };
  if (op !== 'and') return ANYTHING;
  const mask = isKnown(left) ? numberOf(left) : isKnown(right) ? numberOf(right) : -1;
  return mask >= 0 ? { low: 0, high: mask } : ANYTHING;
}

export interface SavedSymbols {
  readonly numbers: readonly number[];
  readonly infos: readonly SymbolInfo[];
  readonly bounds: readonly Range[];
}

type AnyInfo = {
  readonly [P in SymbolInfo extends infer I ? (I extends SymbolInfo ? keyof I : never) : never]: unknown;
};

/** Adds all fields of all kinds, so that symbol infos have one hidden class. */
function ofOneShape(info: SymbolInfo): SymbolInfo {
  const { kind, index, holds, variable, target, of, key, type, slot, op, left, right, at } = info as AnyInfo;
  return { kind, index, holds, variable, target, of, key, type, slot, op, left, right, at } as AnyInfo as SymbolInfo;
}

/** Removes the fields that its kind does not have. */
function ofOwnShape(info: SymbolInfo): SymbolInfo {
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined)) as unknown as SymbolInfo;
}

export class Symbols {
  private readonly infos: SymbolInfo[] = [ofOneShape({ kind: 'opaque' }), ofOneShape({ kind: 'uninitialized' })];
  private readonly bounds: Range[] = [ANYTHING, ANYTHING];
  /** Of globals: string literals and constant tables, as far as computed (shape.ts). */
  readonly fixed: (boolean | undefined)[] = [];
  private readonly depths = new Map<number, number>();
  private readonly byName = new Map<string, number>();
  private readonly byObject = new Map<object, number>();

  info(symbol: number): SymbolInfo {
    return this.infos[symbol]!;
  }

  /** Is it the address of a string literal? */
  isText(symbol: number): boolean {
    const info = this.infos[symbol]!;
    return info.kind === 'global' && info.variable.literal;
  }

  /** The bytes of the string literal at this address, as text; null if there is none. */
  textAt(symbol: number): string | null {
    return this.bytesAt(symbol)?.join() ?? null;
  }

  /** A byte of a string literal, including the terminating nul; null if there is none. */
  byteAt(symbol: number, offset: number): number | null {
    return this.bytesAt(symbol)?.[offset] ?? null;
  }

  private bytesAt(symbol: number): Uint8Array | null {
    const info = this.infos[symbol]!;
    const value = info.kind === 'global' && info.variable.literal ? info.variable.initializer?.[0]?.value : null;
    return value?.kind === 'string' ? value.bytes : null;
  }

  get count(): number {
    return this.infos.length;
  }

  /** The symbols of these numbers, as plain data. */
  save(numbers: Iterable<number>): SavedSymbols {
    const sorted = [...numbers].sort((a, b) => a - b);
    return {
      numbers: sorted,
      infos: sorted.map((n) => ofOwnShape(this.infos[n]!)),
      bounds: sorted.map((n) => this.bounds[n]!),
    };
  }

  /** Symbols that can be looked up by their old numbers; none can be added. */
  static restore({ numbers, infos, bounds }: SavedSymbols): Symbols {
    const symbols = new Symbols();
    numbers.forEach((n, i) => {
      symbols.infos[n] = ofOneShape(infos[i]!);
      symbols.bounds[n] = bounds[i]!;
    });
    return symbols;
  }

  /** The range of the symbol's type. */
  boundsOf(symbol: number): Range {
    return this.bounds[symbol]!;
  }

  parameter(index: number, type: CType): Symbolic {
    const holds = isInteger(type) ? 'number' : 'address';
    return addressOf(this.named(`p${index}`, { kind: 'parameter', index, holds }, type));
  }

  /** The parameters that hold addresses, as far as they have been read. */
  pointerParameters(): Symbolic[] {
    const isPointer = (info: SymbolInfo): boolean => info.kind === 'parameter' && info.holds === 'address';
    return this.infos.flatMap((info, symbol) => (isPointer(info) ? addressOf(symbol) : []));
  }

  /** Is it a parameter of integer type? It may still hold an address. */
  isNumber(symbol: number): boolean {
    const info = this.infos[symbol]!;
    return info.kind === 'parameter' && info.holds === 'number';
  }

  input(of: number, key: FieldKey, type: CType, slot: string | null = null): Symbolic {
    return addressOf(this.named(`i${of}.${key}`, { kind: 'input', of, key, type, slot }, type));
  }

  /** The slot that the value was read from, if it is otherwise unknown. */
  slotOf(v: Value): string | null {
    if (isKnown(v) || v.plus !== 0 || v.index !== '') return null;
    const info = this.info(v.symbol);
    return info.kind === 'input' || info.kind === 'fresh' ? info.slot : null;
  }

  /** The cell that the value was read from as initial or unknown content; null if it has another origin. */
  holderOf(symbol: number): number | null {
    const info = this.info(symbol);
    if (info.kind === 'input') return info.of;
    return info.kind === 'fresh' && info.at < 0 && info.at > LAST_CELL ? -info.at : null;
  }

  /** The `count`-th symbol that the instruction at `at` creates on a path; `part` distinguishes several of one instruction. */
  fresh(at: number, count: number, part: string, type: CType | null, slot: string | null = null): Symbolic {
    return addressOf(this.named(`f${at}.${count}.${part}`, { kind: 'fresh', at, slot }, type));
  }

  /** The result of a pure function for the arguments that `question` describes, first called at `at`. */
  answer(question: string, at: number, type: CType): Symbolic {
    return addressOf(this.named(`a${question}`, { kind: 'fresh', at, slot: null }, type));
  }

  /** Terms that are nested too deeply are opaque. */
  term(op: TermOp, left: Value, right: Value, type: CType): Symbolic {
    const depth = 1 + Math.max(this.depthOf(left), this.depthOf(right));
    if (depth > DEEPEST_TERM) return OPAQUE;
    const name = `${op}(${textOf(left)},${textOf(right)})${type.kind}${type.size}`;
    const known = this.byName.has(name);
    const symbol = this.named(name, { kind: 'term', op, left, right, type }, type);
    if (!known) this.depths.set(symbol, depth);
    if (!known) this.bounds[symbol] = meet(this.bounds[symbol]!, rangeOfTerm(op, left, right));
    return addressOf(symbol);
  }

  /** The symbol of the test left op right; null if there was no such test. */
  findTest(op: 'eq' | 'ne', left: Value, right: Value): Symbolic | null {
    const symbol = this.byName.get(`${op}(${textOf(left)},${textOf(right)})int4`);
    return symbol === undefined ? null : addressOf(symbol);
  }

  private depthOf(v: Value): number {
    return isKnown(v) ? 0 : (this.depths.get(v.symbol) ?? 0);
  }

  global(variable: GlobalVariable): number {
    return this.ofObject(variable, { kind: 'global', variable });
  }

  local(variable: LocalVariable): number {
    return this.ofObject(variable, { kind: 'local', variable });
  }

  function(target: FunctionSymbol): number {
    return this.ofObject(target, { kind: 'function', target });
  }

  private named(name: string, info: SymbolInfo, type: CType | null): number {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const symbol = this.add(info, type ? rangeOfType(type) : ANYTHING);
    this.byName.set(name, symbol);
    return symbol;
  }

  private ofObject(object: object, info: SymbolInfo): number {
    const known = this.byObject.get(object);
    if (known !== undefined) return known;
    const symbol = this.add(info, ANYTHING);
    this.byObject.set(object, symbol);
    return symbol;
  }

  private add(info: SymbolInfo, bounds: Range): number {
    this.infos.push(ofOneShape(info));
    this.bounds.push(bounds);
    return this.infos.length - 1;
  }
}

/** Is the symbol an input, or a term of inputs and constants? */
export function isInputTerm(symbols: Symbols, symbol: number, depth = 0): boolean {
  const info = symbols.info(symbol);
  if (info.kind === 'parameter' || info.kind === 'input' || info.kind === 'global') return true;
  if (info.kind !== 'term' || depth > 3) return false;
  return [info.left, info.right].every((v) => isKnown(v) || isInputTerm(symbols, v.symbol, depth + 1));
}

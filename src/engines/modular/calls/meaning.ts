// The substitution of a callee's symbols by values of its caller: parameters by arguments, inputs by the caller's fields,
// symbols that the callee created by fresh ones. Used by instantiate.ts for every value of an outcome.

import type { CallInstr } from '../../../ir/instr.js';
import { isNonzero } from '../domain/facts.js';
import { read, spotAt } from '../domain/memory.js';
import { type State, shift } from '../domain/state.js';
import {
  addressOf,
  isKnown,
  isOpaque,
  isZero,
  OPAQUE,
  type SymbolInfo,
  type Symbolic,
  type Symbols,
  type Value,
} from '../domain/symbols.js';
import { cellOfVariable, combine, convert } from '../exec/evaluate.js';
import type { Here } from '../exec/report.js';

type Input = Extract<SymbolInfo, { kind: 'input' }>;
type Term = Extract<SymbolInfo, { kind: 'term' }>;

export class Meaning {
  private readonly known = new Map<number, Value>();
  private readonly count: number;
  /** Parameters that must be null, where it is doubtful that the caller passes null. */
  readonly doubtful = new Set<number>();

  constructor(
    private readonly here: Here,
    private readonly caller: State,
    private readonly call: CallInstr,
    private readonly args: readonly Value[],
    /** The symbols of the callee. */
    private readonly symbols: Symbols,
  ) {
    this.count = caller.birth(call.at);
  }

  set(symbol: number, meaning: Value): void {
    this.known.set(symbol, meaning);
  }

  /** The key of an element at an index that only the callee knows; by the belief some-element, another one at each call. */
  elementKey(key: string): string {
    return this.here.believes('some-element') ? `${this.someIndex()}${key}` : `[?]${key}`;
  }

  value(v: Value): Value {
    if (isKnown(v)) return v;
    const base = this.symbol(v.symbol);
    const moved = shift(base, v.plus);
    return v.index === '' || isKnown(moved) ? moved : shift(moved, 0, this.someIndex());
  }

  private someIndex(): string {
    return this.here.believes('some-element') ? `[?${this.call.at}.${this.count}]` : `[?${this.call.at}]`;
  }

  /** What the symbol means, by the name that it had before the outcome was assumed. */
  named(symbol: number): Value {
    this.symbol(symbol);
    return this.known.get(symbol)!;
  }

  symbol(symbol: number): Value {
    const known = this.known.get(symbol);
    if (known !== undefined) return this.caller.resolve(known);
    const meaning = this.interpret(symbol);
    this.known.set(symbol, meaning);
    return this.caller.resolve(meaning);
  }

  private interpret(symbol: number): Value {
    const info = this.symbols.info(symbol);
    switch (info.kind) {
      case 'opaque':
      case 'uninitialized':
        return addressOf(symbol);
      case 'parameter':
        return this.args[info.index] ?? OPAQUE;
      case 'global':
        return addressOf(cellOfVariable(this.here, this.caller, info.variable).name);
      case 'function':
        return addressOf(this.caller.symbols.function(info.target));
      case 'term':
        return this.term(info);
      case 'input':
        return this.inputOf(info) ?? this.fresh(symbol);
      default:
        return this.fresh(symbol);
    }
  }

  /** The value of an input whose holder has no cell in this outcome. */
  private inputOf({ of, key, type, slot }: Input): Value | null {
    const base = this.symbol(of);
    if (isKnown(base) || isOpaque(base) || typeof key !== 'number') return null;
    const { caller } = this;
    const field = shift(base, key) as Symbolic;
    if (caller.cells.has(base.symbol)) return read(caller, { ...spotAt(field, type.size), slot }, type);
    const { kind } = caller.symbols.info(base.symbol);
    const isInput = (kind === 'parameter' || kind === 'input') && base.index === '';
    return isInput ? caller.symbols.input(base.symbol, field.plus, type, slot) : null;
  }

  fresh(symbol: number): Symbolic {
    return this.caller.symbols.fresh(this.call.at, this.count, `${symbol}`, null);
  }

  private term({ op, left, right, type }: Term): Value {
    const [a, b] = [this.value(left), this.value(right)];
    const { caller } = this;
    if (op === 'cast') return convert(caller, a, type, type);
    if (op === 'not')
      return isKnown(a) ? (isZero(a) ? 1 : 0) : isNonzero(caller, a) ? 0 : caller.symbols.term(op, a, 0, type);
    if (
      op === 'part' ||
      op === 'neg' ||
      op === 'bitnot' ||
      op === 'real' ||
      op === 'imag' ||
      op === 'conj' ||
      op === 'ptr-diff'
    )
      return isKnown(a) || isOpaque(a) ? OPAQUE : caller.symbols.term(op, a, b, type);
    const left0 = { kind: 'int', value: 0n, type, at: 0, end: 0 } as const;
    return combine(caller, { op, left: left0, type }, a, b);
  }
}

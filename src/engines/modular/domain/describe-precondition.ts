// A latent precondition in words: `mode == 3 and p->next is null`.
// Shown with findings that no caller makes happen; group.ts asks for it.

import type { LocalVariable } from '../../../ir/program.js';
import type { CType } from '../../../types/types.js';
import type { Precondition } from './preconditions.js';
import type { Fact } from './state.js';
import { isKnown, isZero, numberOf, type Symbols, type TermOp, type Value } from './symbols.js';

/** An expression of C and its type. */
interface Written {
  readonly text: string;
  readonly type: CType | null;
}

const MOST_SHOWN = 6;

/** What can be written in C, of the first facts; empty if nothing can. */
export function describePrecondition(
  { facts, same, apart }: Precondition,
  symbols: Symbols,
  params: readonly LocalVariable[],
): string {
  const written = new Writer(symbols, params);
  const parts = [
    ...facts.map(([symbol, fact]) => sentenceOf(written.symbol(symbol), fact)),
    ...same.map(([symbol, v]) => compare(written.symbol(symbol), '==', written.value(v))),
    ...apart.map(([a, b]) => (isZero(a) || isZero(b) ? null : compare(written.value(a), '!=', written.value(b)))),
  ];
  const all = [...new Set(parts.flatMap((part) => part ?? []))];
  const isImplied = (part: string): boolean => all.some((other) => part === `${other.split('->')[0]} is not null`);
  const shown = all.filter((part) => !isImplied(part));
  return (shown.length > 0 ? shown : all).slice(0, MOST_SHOWN).join(' and ');
}

function sentenceOf(place: Written | null, { low, high, nonzero }: Fact): string | null {
  if (!place) return null;
  const { text, type } = place;
  if (type?.kind === 'pointer')
    return low === 0 && high === 0 ? `${text} is null` : nonzero ? `${text} is not null` : null;
  if (low === high) return `${text} == ${low}`;
  if (!type) return low > 0 || high < 0 || nonzero ? `${text} != 0` : null;
  const bounds = [
    ...(Number.isFinite(low) && Math.abs(low) < LARGE ? [`${text} >= ${low}`] : []),
    ...(Number.isFinite(high) && Math.abs(high) < LARGE ? [`${text} <= ${high}`] : []),
    ...(nonzero && low < 0 ? [`${text} != 0`] : []),
  ];
  return bounds.length > 0 ? bounds.join(' and ') : null;
}

/** Bounds of types say nothing. */
const LARGE = 2 ** 31 - 1;

const compare = (a: Written | null, op: string, b: Written | null): string | null =>
  a && b ? `${a.text} ${op} ${b.text}` : null;

const OPERATORS: Partial<Record<TermOp, string>> = {
  ...{ add: '+', sub: '-', mul: '*', div: '/', mod: '%', shl: '<<', shr: '>>' },
  ...{ and: '&', or: '|', xor: '^', eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' },
};

/** Inputs as a programmer writes them. */
class Writer {
  constructor(
    private readonly symbols: Symbols,
    private readonly params: readonly LocalVariable[],
  ) {}

  value(v: Value): Written | null {
    if (isKnown(v)) return { text: `${numberOf(v)}`, type: null };
    const base = v.index === '' ? this.symbol(v.symbol) : null;
    if (!base || v.plus === 0) return base;
    return { text: `${base.text} ${v.plus > 0 ? '+' : '-'} ${Math.abs(v.plus)}`, type: null };
  }

  symbol(symbol: number): Written | null {
    const info = this.symbols.info(symbol);
    switch (info.kind) {
      case 'parameter': {
        const param = this.params[info.index];
        return param ? { text: param.name, type: param.type } : null;
      }
      case 'input':
        return typeof info.key === 'number' ? this.content(info.of, info.key, info.type) : null;
      case 'term': {
        const [a, b] = [this.value(info.left), this.value(info.right)];
        if (info.op === 'cast' || info.op === 'part') return a;
        const op = OPERATORS[info.op];
        return a && b && op ? { text: `(${a.text} ${op} ${b.text})`, type: null } : null;
      }
      default:
        return null;
    }
  }

  /** What lies at an offset of an object. */
  private content(of: number, offset: number, type: CType): Written | null {
    const info = this.symbols.info(of);
    if (info.kind === 'global') {
      const { name, type: whole } = info.variable;
      const member = memberAt(whole, offset);
      if (member) return { text: `${name}.${member}`, type };
      return offset === 0 ? { text: name, type } : null;
    }
    const pointer = this.symbol(of);
    if (pointer?.type?.kind !== 'pointer') return null;
    const member = memberAt(pointer.type.target, offset);
    if (member) return { text: `${pointer.text}->${member}`, type };
    return offset === 0 ? { text: `*${pointer.text}`, type } : null;
  }
}

/** The name of the member of a record at an offset. */
const memberAt = (type: CType, offset: number): string | null =>
  (type.kind === 'record' ? type.fields?.find((field) => field.offset === offset && field.name)?.name : null) ?? null;

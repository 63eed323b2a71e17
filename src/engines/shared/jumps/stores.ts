// What is stored through pointers by the functions that a call leads to, by type: C forbids other types to change an object.
// Decides which variables in memory a jump leaves indeterminate.

import type { CallInstr, Instr, Place } from '../../../ir/instr.js';
import type { Program } from '../../../ir/link.js';
import { type FunctionSymbol, symbolOf } from '../../../ir/program.js';
import { type CType, VOLATILE } from '../../../types/types.js';
import { reachableFrom } from '../reachable-functions.js';
import { isOfSetjmp } from './library.js';

/** Numbers and pointers by size; `any`: bytes, whole records, unknown code. */
type Kind = string;
const ANY = 'any';

export class Stores {
  private readonly own = new Map<FunctionSymbol, ReadonlySet<Kind>>();

  constructor(private readonly program: Program) {}

  /** The kinds that the instruction stores through pointers, itself or by a call. */
  by(i: Instr): ReadonlySet<Kind> {
    if (i.kind === 'call') return this.byCall(i);
    if (i.kind === 'asm') return new Set([ANY]);
    return i.kind === 'assign' || i.kind === 'clear' ? through(i.place) : new Set();
  }

  private byCall(call: CallInstr): ReadonlySet<Kind> {
    const { callee, result } = call;
    if (callee.kind === 'indirect') return new Set([ANY]);
    const kinds = new Set(result ? through(result) : []);
    const reached = reachableFrom(this.program, callee.function);
    if (reached.size === 0) for (const kind of byUnknown(callee.function)) kinds.add(kind);
    for (const f of reached) for (const kind of this.inBody(f)) kinds.add(kind);
    return kinds;
  }

  private inBody(f: FunctionSymbol): ReadonlySet<Kind> {
    const known = this.own.get(f);
    if (known) return known;
    const kinds = new Set<Kind>();
    this.own.set(f, kinds);
    for (const i of f.body!.blocks.flatMap((b) => b.instrs)) {
      for (const kind of i.kind === 'call' ? this.besidesCode(i) : this.by(i)) kinds.add(kind);
    }
    return kinds;
  }

  /** The bodies that are called are looked at apart. */
  private besidesCode({ callee, result }: CallInstr): Kind[] {
    const own = result ? [...through(result)] : [];
    if (callee.kind === 'indirect' || this.program.definitionOf(callee.function)) return own;
    return [...own, ...byUnknown(callee.function)];
  }
}

const HARMLESS = /^__caulk_(?:alloc|free|read|string|nondet|never_returns|later|unfollowed)|^__builtin_/;

/** Jumps change buffers only. */
const byUnknown = (f: FunctionSymbol): Kind[] => (HARMLESS.test(symbolOf(f)) || isOfSetjmp(symbolOf(f)) ? [] : [ANY]);

function through(place: Place): Set<Kind> {
  let root = place;
  while (root.kind === 'field' || root.kind === 'index') root = root.base;
  return new Set(root.kind === 'deref' ? [kindOf(place.type)] : []);
}

function kindOf(type: CType): Kind {
  const { kind, size } = type.unqualified;
  if (kind === 'pointer') return 'pointer';
  return (kind === 'int' || kind === 'enum' || kind === 'float') && size > 1 ? `${kind === 'float'} ${size}` : ANY;
}

/** May a store of one of the kinds change an object of the type? What setjmp has stored in a buffer is its own. */
export function mayChange(kinds: ReadonlySet<Kind>, type: CType, buffer: CType): boolean {
  if (type.unqualified === buffer || (type.quals & VOLATILE) !== 0) return false;
  if (kinds.has(ANY)) return !isBuffer(type, buffer);
  if (type.kind === 'array') return mayChange(kinds, type.element, buffer);
  if (type.kind === 'record') return type.fields?.some((f) => mayChange(kinds, f.type, buffer)) ?? true;
  return kinds.has(kindOf(type));
}

const isBuffer = (type: CType, buffer: CType): boolean =>
  type.unqualified === buffer || (type.kind === 'array' && isBuffer(type.element, buffer));

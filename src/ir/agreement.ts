// Do the units of a program declare what they share alike? C demands it (6.2.7), compilers cannot check it, proofs rely on it.
// Asked before a program of several files is proved.

import { integerOf } from '../types/questions.js';
import type { CType, RecordType } from '../types/types.js';
import { type FunctionSymbol, type GlobalVariable, symbolOf, type Unit } from './program.js';

type Symbol = FunctionSymbol | GlobalVariable;

/** The external names that units declare with types that are not compatible. */
export function disagreements(units: readonly Unit[]): string[] {
  const first = new Map<string, Symbol[]>();
  const wrong = new Set<string>();
  for (const unit of units) {
    for (const symbol of [...unit.functions, ...unit.globals]) {
      if (symbol.linkage !== 'external') continue;
      const name = symbol.kind === 'function' ? symbolOf(symbol) : symbol.name;
      const others = first.get(name) ?? [];
      if (others.some((other) => other.kind !== symbol.kind || !agree(other.type, symbol.type, new Map())))
        wrong.add(name);
      first.set(name, [...others, symbol]);
    }
  }
  return [...wrong].sort();
}

/** Pairs of records that are being compared are taken to agree: lists contain themselves. */
type Assumed = Map<object, Set<object>>;

/** Coarser than identity, finer than the comparison of calls through pointers: records agree member by member. */
function agree(a: CType, b: CType, assumed: Assumed): boolean {
  const x = a.unqualified;
  const y = b.unqualified;
  if (x === y) return true;
  if (x.kind === 'enum' || y.kind === 'enum') return integerName(x) !== null && integerName(x) === integerName(y);
  if (x.kind === 'pointer' && y.kind === 'pointer') return agree(x.target, y.target, assumed);
  if (x.kind === 'array' && y.kind === 'array') {
    return (x.length === null || y.length === null || x.length === y.length) && agree(x.element, y.element, assumed);
  }
  if (x.kind === 'function' && y.kind === 'function') {
    if (!agree(x.result, y.result, assumed)) return false;
    if (!x.params || !y.params) return true;
    const [p, q] = [x.params, y.params];
    return (
      x.variadic === y.variadic && p.length === q.length && p.every((one, i) => agree(one.type, q[i]!.type, assumed))
    );
  }
  if (x.kind === 'record' && y.kind === 'record') return recordsAgree(x, y, assumed);
  return x.kind === y.kind && x.size === y.size && nameOf(x) === nameOf(y);
}

function recordsAgree(x: RecordType, y: RecordType, assumed: Assumed): boolean {
  if (x.body.union !== y.body.union || x.body.tag !== y.body.tag) return false;
  if (!x.fields || !y.fields) return true; // incomplete in one unit, which then cannot look into it
  const known = assumed.get(x.body) ?? new Set();
  if (known.has(y.body)) return true;
  assumed.set(x.body, known.add(y.body));
  const [m, n] = [x.fields, y.fields];
  return (
    x.size === y.size &&
    m.length === n.length &&
    m.every((field, i) => {
      const other = n[i]!;
      const isPlaced = field.name === other.name && field.offset === other.offset;
      const bits = JSON.stringify(field.bits) === JSON.stringify(other.bits);
      return isPlaced && bits && agree(field.type, other.type, assumed);
    })
  );
}

const integerName = (type: CType): string | null =>
  type.kind === 'enum' ? integerOf(type).name : type.kind === 'int' ? type.name : null;

const nameOf = (type: CType): string | null => (type.kind === 'int' || type.kind === 'float' ? type.name : null);

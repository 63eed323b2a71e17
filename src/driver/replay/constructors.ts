// Functions of a program that make objects of a record type from numbers, texts and bytes: what they make keeps the relations
// between members that the program maintains. Asked for by runs from a function (src/interp/given), once for each program.

import { hasBody } from '../../ir/link.js';
import type { FunctionSymbol, Unit } from '../../ir/program.js';
import { isInModel } from '../../models/origin.js';
import { CONST, type CType, type FunctionType, type RecordType } from '../../types/types.js';

/** So many for one type, those with few parameters first. */
const MOST = 3;
const MOST_PARAMETERS = 4;

/** By the tag of the record: files name the same record by it. Found when they are first asked for. */
export function findConstructors(units: readonly Unit[]): (type: RecordType) => readonly FunctionSymbol[] {
  let found: Map<string, FunctionSymbol[]> | null = null;
  return ({ body: { tag } }) => {
    found ??= collect(units);
    return (tag !== null && found.get(tag)) || [];
  };
}

function collect(units: readonly Unit[]): Map<string, FunctionSymbol[]> {
  const found = new Map<string, FunctionSymbol[]>();
  for (const unit of units) {
    if (isInModel(unit.source)) continue;
    for (const f of unit.functions) {
      const tag = hasBody(f) ? madeBy(f.type) : null;
      if (tag === null) continue;
      found.set(tag, [...(found.get(tag) ?? []), f]);
    }
  }
  const rank = ({ type, linkage }: FunctionSymbol) => 2 * (type.params?.length ?? 0) + (linkage === 'internal' ? 1 : 0);
  for (const [tag, functions] of found)
    found.set(tag, [...new Set(functions)].sort((a, b) => rank(a) - rank(b)).slice(0, MOST));
  return found;
}

/** The tag of the record to which the result leads, if all parameters are plain. */
function madeBy({ result, params, variadic }: FunctionType): string | null {
  if (result.kind !== 'pointer' || result.target.kind !== 'record' || (result.target.quals & CONST) !== 0) return null;
  if (variadic || params === null || params.length > MOST_PARAMETERS) return null;
  return params.every(({ type }) => isPlain(type)) ? result.target.body.tag : null;
}

/** A number, a text, or bytes. */
function isPlain(type: CType): boolean {
  if (type.kind === 'pointer')
    return type.target.kind === 'void' || (type.target.kind === 'int' && type.target.size === 1);
  return type.kind === 'int' || type.kind === 'enum';
}

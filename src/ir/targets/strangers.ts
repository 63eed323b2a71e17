// What code outside the program knows: the members of the records that it makes or fills.
// Such a member may hold functions that are not part of the program. Asked by link.ts for solve.ts.

import { CONST, type CType, type FunctionType, type RecordType } from '../../types/types.js';
import { membersOf } from './holders.js';

/** The members that hold function pointers in records which values of these types lead to, as holders name them. */
export function membersBehind(types: Iterable<CType>): ReadonlySet<string> {
  const members = new Set<string>();
  const records = new Set<RecordType['body']>();
  const work = [...types];
  for (let type = work.pop(); type; type = work.pop()) {
    if (type.kind === 'pointer') work.push(type.target);
    else if (type.kind === 'array') work.push(type.element);
    if (type.kind !== 'record' || records.has(type.body)) continue;
    records.add(type.body);
    for (const [, { which }] of membersOf(type)) members.add(which);
    for (const field of type.fields ?? []) work.push(field.type);
  }
  return members;
}

/** What a function outside of the program gives: its result, and what its arguments let it write to. */
export const givenBy = ({ result, params }: FunctionType): readonly CType[] => [
  result,
  ...(params ?? []).flatMap(({ type }) =>
    type.kind === 'pointer' && (type.target.quals & CONST) === 0 ? [type.target] : [],
  ),
];

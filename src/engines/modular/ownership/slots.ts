// Slots: pointer fields of records and global pointers, by names that are the same in every function and unit.
// Evidence about a slot in one function decides claims about it in another (claims.ts, judge.ts).

import type { Expr, Place } from '../../../ir/instr.js';
import type { GlobalVariable } from '../../../ir/program.js';
import type { CType, RecordType } from '../../../types/types.js';

/** A pointer member of a record. */
export interface Member {
  readonly offset: number;
  readonly slot: string;
  readonly name: string;
}

/** The name of a record: its tag and size; without a tag, its members. */
function nameOf({ body }: RecordType): string {
  const text = body.tag ?? `{${(body.fields ?? []).map((f) => f.name).join(',')}}`;
  return `${text}#${body.size}`;
}

/** *&p->f is p->f. */
const plain = (place: Place): Place =>
  place.kind === 'deref' && place.pointer.kind === 'address' ? plain(place.pointer.place) : place;

/** The slot of a place; null if there is none. Members of unions have none: a discriminant decides who owns them. */
export function slotOf(written: Place, unit: string): string | null {
  const place = plain(written);
  if (place.type.kind !== 'pointer') return null;
  if (place.kind === 'var' && place.variable.kind === 'global') return globalSlot(place.variable, unit);
  if (place.kind !== 'field') return null;
  let { offset } = place.field;
  let base = place.base;
  for (; base.kind === 'field' && isNameless(base.type); base = base.base) {
    if (isUnion(base.type)) return null;
    offset += base.field.offset;
  }
  if (base.type.kind !== 'record' || base.type.body.union) return null;
  return `${nameOf(base.type)}.${offset}${markOf(place.type)}`;
}

/** The record that a member slot belongs to. */
export const recordOf = (slot: string): string => slot.slice(0, slot.lastIndexOf('.'));

export const globalSlot = ({ linkage, name, type }: GlobalVariable, unit: string): string =>
  `${linkage === 'internal' ? `${unit}:` : ''}${name}${markOf(type)}`;

/** Marks a link of a doubly linked list or a tree: other pointers may lead to the same target. */
export const LINK = '~';

/** Types are immutable once a program is read. */
const marks = new WeakMap<CType, string>();

function markOf(type: CType): string {
  let target = type;
  while (target.kind === 'pointer') target = target.target;
  if (target.kind !== 'record') return '';
  const known = marks.get(target);
  if (known !== undefined) return known;
  const mark = linksIn(target, target) > 1 ? LINK : '';
  marks.set(target, mark);
  return mark;
}

const leadsTo = (type: CType, { body }: RecordType): boolean =>
  type.kind === 'pointer' ? leadsTo(type.target, { body } as RecordType) : type.kind === 'record' && type.body === body;

/** The number of pointers in `part` that lead to the record type itself. */
function linksIn(part: RecordType, record: RecordType): number {
  return (part.fields ?? []).reduce((sum, { type }) => {
    if (type.kind === 'record') return type.body.tag === null ? sum + linksIn(type, record) : sum;
    return sum + (type.kind === 'pointer' && leadsTo(type, record) ? 1 : 0);
  }, 0);
}

const isNameless = (t: CType): boolean => t.kind === 'record' && t.body.tag === null;
const isUnion = (t: CType): boolean => t.kind === 'record' && t.body.union;

/** The pointer members of a record and of records nested in it; null if there are none, or the type is not a record. */
export function membersOf(type: CType): readonly Member[] | null {
  if (type.kind !== 'record') return null;
  const members: Member[] = [];
  collect(members, type, 0, { record: type, offset: 0 });
  return members.length > 0 ? members : null;
}

interface Named {
  readonly record: RecordType;
  readonly offset: number;
}

function collect(members: Member[], type: RecordType, at: number, named: Named): void {
  if (type.body.union) return;
  for (const field of type.fields ?? []) {
    const offset = at + field.offset;
    if (field.type.kind === 'pointer' && field.type.target.kind !== 'function') {
      const slot = `${nameOf(named.record)}.${offset - named.offset}${markOf(field.type)}`;
      members.push({ offset, slot, name: field.name ?? '' });
    }
    if (field.type.kind === 'record')
      collect(members, field.type, offset, field.type.body.tag === null ? named : { record: field.type, offset });
  }
}

/** The target type of a pointer, before casts. */
export function targetOf(e: Expr): CType | null {
  let pointer = e;
  while (pointer.kind === 'cast' && pointer.operand.type.kind === 'pointer') pointer = pointer.operand;
  return pointer.type.kind === 'pointer' ? pointer.type.target : null;
}

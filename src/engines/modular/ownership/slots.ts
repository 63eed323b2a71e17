// Slots: pointer fields of records and global pointers, by names that mean the same in every function and unit.
// What a program does with a slot in one place says who owns what it points to in another (claims.ts, judge.ts).

import type { Expr, Place } from '../../../ir/instr.js';
import type { GlobalVariable } from '../../../ir/program.js';
import type { CType, RecordType } from '../../../types/types.js';

/** A pointer within a record. */
export interface Member {
  readonly offset: number;
  readonly slot: string;
  readonly name: string;
}

/** A record is its tag and size; one without a tag is known by its members. */
function nameOf({ body }: RecordType): string {
  const text = body.tag ?? `{${(body.fields ?? []).map((f) => f.name).join(',')}}`;
  return `${text}#${body.size}`;
}

/** *&p->f is p->f. */
const plain = (place: Place): Place =>
  place.kind === 'deref' && place.pointer.kind === 'address' ? plain(place.pointer.place) : place;

/** Members of unions have no slot: who owns them is told by something else. */
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

/** The record of a slot that is one of its members. */
export const recordOf = (slot: string): string => slot.slice(0, slot.lastIndexOf('.'));

export const globalSlot = ({ linkage, name, type }: GlobalVariable, unit: string): string =>
  `${linkage === 'internal' ? `${unit}:` : ''}${name}${markOf(type)}`;

/** Leads into a list that goes both ways, or a tree: what one pointer leads to, another may as well. */
export const LINK = '~';

/** Types do not change once a program is read. */
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

/** Pointers in `part` of the record to records of the same kind. */
function linksIn(part: RecordType, record: RecordType): number {
  return (part.fields ?? []).reduce((sum, { type }) => {
    if (type.kind === 'record') return type.body.tag === null ? sum + linksIn(type, record) : sum;
    return sum + (type.kind === 'pointer' && leadsTo(type, record) ? 1 : 0);
  }, 0);
}

const isNameless = (t: CType): boolean => t.kind === 'record' && t.body.tag === null;
const isUnion = (t: CType): boolean => t.kind === 'record' && t.body.union;

/** The pointers of a record and of the records within it; null if there are none, or it is no record. */
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

/** What a pointer points to, whatever it has been cast to. */
export function targetOf(e: Expr): CType | null {
  let pointer = e;
  while (pointer.kind === 'cast' && pointer.operand.type.kind === 'pointer') pointer = pointer.operand;
  return pointer.type.kind === 'pointer' ? pointer.type.target : null;
}

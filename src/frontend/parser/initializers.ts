// Initialisers: braces, elided braces, designators (standard, GNU ranges, old style), strings; normalised to a tree.
// Entries are in the order written; a later one for the same member replaces an earlier one.

import { findField, hasParts } from '../../types/questions.js';
import { ArrayType, type CType, type Field, type RecordType } from '../../types/types.js';
import type { Expr, Initializer, InitializerEntry, ListInitializer, StringLiteral } from '../ast.js';
import { T } from '../tokens.js';
import { evaluate } from '../typecheck/constant.js';
import { convertAssigned } from '../typecheck/conversions.js';
import { parseAssignment, parseConditional } from './expressions.js';
import type { Parser } from './parser.js';
import { parseString } from './primary.js';

/** initializer: assignment-expression | `{` list `}`; an array of unknown length gets one. */
export function parseInitializer(p: Parser, type: CType): { initializer: Initializer; type: CType } {
  const at = p.start();
  const initializer = parseValue(p, type);
  if (type.kind !== 'array' || type.length !== null || type.variable) return { initializer, type };
  const length = impliedLength(initializer, type);
  if (length === null) {
    p.fail('type', 'this does not initialise an array', at);
    return { initializer, type };
  }
  const complete = new ArrayType(type.element, length);
  const retyped = initializer.kind === 'list' ? { ...initializer, type: complete } : initializer;
  return { initializer: retyped, type: complete };
}

function impliedLength(initializer: Initializer, type: ArrayType): number | null {
  if (initializer.kind === 'string') return initializer.literal.bytes.length / type.element.size;
  if (initializer.kind === 'scalar') {
    const copied = initializer.value.type;
    return copied.kind === 'array' ? copied.length : null;
  }
  return initializer.entries.reduce((most, entry) => Math.max(most, entry.last + 1), 0);
}

function parseValue(p: Parser, type: CType): Initializer {
  if (!p.enter()) return { kind: 'scalar', value: parseAssignment(p) };
  let result: Initializer;
  if (p.at(T.LeftBrace)) result = parseBraced(p, type);
  else if (p.at(T.String) && isCharacters(type)) result = parseStringOrValue(p, type as ArrayType);
  else result = fromExpression(p, parseAssignment(p), type);
  p.leave();
  return result;
}

const isCharacters = (t: CType): boolean => t.kind === 'array' && t.element.kind === 'int';

/** A string literal for an array of characters, unless it is only the start of an expression. */
function parseStringOrValue(p: Parser, type: ArrayType): Initializer {
  const start = p.pos;
  const literal = parseString(p);
  if (p.at(T.Comma) || p.at(T.RightBrace) || p.at(T.Semicolon)) {
    if (literal.kind === 'string' && literal.type.element.size === type.element.size) return fitString(literal);
  }
  p.pos = start;
  return fromExpression(p, parseAssignment(p), type);
}

const fitString = (literal: StringLiteral): Initializer => ({ kind: 'string', literal });

function fromExpression(p: Parser, e: Expr, type: CType): Initializer {
  if (type.kind === 'array') {
    // GNU: an array may be initialised from a compound literal of its type.
    if (e.kind === 'compound-literal' && e.type.kind === 'array') return { kind: 'scalar', value: e };
    if (e.kind === 'string' && e.type.kind === 'array') return fitString(e);
    p.fail('type', 'an array cannot be initialised from this', e.at);
  }
  const value = convertAssigned(p.types, e, type);
  if (!value) p.fail('type', 'the value does not fit the type it initialises', e.at);
  return { kind: 'scalar', value: value ?? e };
}

/** `{` ( designation? initializer ) , … `,`? `}` */
function parseBraced(p: Parser, type: CType): Initializer {
  const at = p.start();
  p.pos++;
  if (hasParts(type)) {
    if (isCharacters(type) && p.at(T.String) && closesBrace(p)) {
      const inner = parseStringOrValue(p, type as ArrayType);
      p.accept(T.Comma);
      p.expect(T.RightBrace, "'}'");
      return inner;
    }
    const list = newList(type, at);
    parseEntries(p, list);
    p.expect(T.RightBrace, "'}'");
    return list;
  }
  // A scalar in braces; empty braces mean zero.
  if (p.accept(T.RightBrace)) return fromExpression(p, zero(p, at), type);
  const inner = parseValue(p, type);
  while (p.accept(T.Comma)) if (!p.at(T.RightBrace)) parseAssignment(p);
  p.expect(T.RightBrace, "'}'");
  return inner;
}

const zero = (p: Parser, at: number): Expr => ({ kind: 'int', value: 0n, type: p.types.int, at, end: at });

const newList = (type: CType, at: number): ListInitializer => ({ kind: 'list', type, entries: [], at });

/** Are the adjacent strings at the cursor the whole content of the braces? */
function closesBrace(p: Parser): boolean {
  let ahead = 0;
  while (p.peek(ahead) === T.String) ahead++;
  if (p.peek(ahead) === T.Comma) ahead++;
  return p.peek(ahead) === T.RightBrace;
}

/** The entries of a braced list. */
function parseEntries(p: Parser, list: ListInitializer): void {
  let next = 0;
  while (!p.at(T.RightBrace) && !p.at(T.End)) {
    if (startsDesignator(p)) next = parseDesignated(p, list);
    else if (next < memberCount(list.type)) {
      const member = memberAt(list.type, next);
      list.entries.push({ ...member, value: parseElement(p, member.type) });
      next++;
    } else {
      parseExcess(p);
    }
    if (!p.accept(T.Comma)) break;
  }
}

/** More values than members: compilers warn and drop them. */
function parseExcess(p: Parser): void {
  if (p.at(T.LeftBrace)) parseValue(p, new ArrayType(p.types.int, null));
  else parseAssignment(p);
}

interface MemberSlot {
  readonly field: Field | null;
  readonly first: number;
  readonly last: number;
  readonly type: CType;
}

function memberCount(type: CType): number {
  switch (type.kind) {
    case 'array':
      return type.length ?? Number.POSITIVE_INFINITY;
    case 'vector':
      return type.length;
    case 'record':
      return type.body.union ? Math.min(1, type.fields?.length ?? 0) : (type.fields?.length ?? 0);
    default:
      return 1;
  }
}

function memberAt(type: CType, i: number): MemberSlot {
  if (type.kind === 'array' || type.kind === 'vector') return { field: null, first: i, last: i, type: type.element };
  const field = (type as RecordType).fields![i]!;
  return { field, first: i, last: i, type: field.type };
}

/** A member's value inside a list, its own braces perhaps elided. */
function parseElement(p: Parser, type: CType): Initializer {
  if (!hasParts(type) || p.at(T.LeftBrace)) return parseValue(p, type);
  if (p.at(T.String) && isCharacters(type)) return parseStringOrValue(p, type as ArrayType);
  return spread(p, type, parseAssignment(p));
}

/** `first` is the whole of the aggregate, or the first of the scalars that its members take from the list. */
function spread(p: Parser, type: CType, first: Expr): Initializer {
  if (type.kind === 'record' && first.type.kind === 'record' && first.type.body === type.body) {
    return { kind: 'scalar', value: first };
  }
  if (type.kind === 'vector' && first.type.kind === 'vector') return { kind: 'scalar', value: first };
  if (type.kind === 'array' && first.kind === 'compound-literal') return fromExpression(p, first, type);
  const list = newList(type, first.at);
  if (memberCount(type) === 0 || !p.enter()) return list;
  const member = memberAt(type, 0);
  const value = hasParts(member.type) ? spread(p, member.type, first) : fromExpression(p, first, member.type);
  list.entries.push({ ...member, value });
  fillFrom(p, list, 1);
  p.leave();
  return list;
}

/** Members from `next` on take further values of the surrounding list. */
function fillFrom(p: Parser, list: ListInitializer, next: number): void {
  for (let i = next; i < memberCount(list.type); i++) {
    if (!p.at(T.Comma) || p.peek(1) === T.RightBrace || startsDesignator(p, 1)) return;
    p.pos++;
    const member = memberAt(list.type, i);
    list.entries.push({ ...member, value: parseElement(p, member.type) });
  }
}

// ---- designators -----------------------------------------------------------------------------------------------

/** `.x`, `[3]`, or the old `x:` */
function startsDesignator(p: Parser, ahead = 0): boolean {
  const kind = p.peek(ahead);
  return kind === T.Dot || kind === T.LeftBracket || (kind === T.Identifier && p.peek(ahead + 1) === T.Colon);
}

/** designation: designator+ `=`? value. Returns the index of the member after the designated one. */
function parseDesignated(p: Parser, list: ListInitializer): number {
  const path = parseDesignator(p, list.type);
  if (!path) return 0;
  designate(p, list, path);
  return path[0]!.last + 1;
}

/** Follows `path` into `list`, reads the value, then fills the inner lists with the following undesignated values. */
function designate(p: Parser, list: ListInitializer, path: readonly MemberSlot[]): void {
  const [slot, ...rest] = path as [MemberSlot, ...MemberSlot[]];
  const deeper = rest.length > 0 ? rest : startsDesignator(p) ? parseDesignator(p, slot.type) : null;
  if (!deeper) {
    p.accept(T.Equal);
    place(list, slot, parseElement(p, slot.type));
    return;
  }
  if (!p.enter()) return;
  const inner = innerList(list, slot, p.start());
  designate(p, inner, deeper);
  fillFrom(p, inner, deeper[0]!.last + 1);
  p.leave();
}

/** The slots of one designator: several for a member of an anonymous member. */
function parseDesignator(p: Parser, type: CType): MemberSlot[] | null {
  const at = p.start();
  if (p.accept(T.LeftBracket)) {
    const first = evaluate(parseConditional(p));
    const last = p.accept(T.Ellipsis) ? evaluate(parseConditional(p)) : first;
    p.expect(T.RightBracket, "']'");
    if (first === null || last === null || (type.kind !== 'array' && type.kind !== 'vector')) {
      p.fail('type', 'bad array designator', at);
      return null;
    }
    return [{ field: null, first: Number(first), last: Number(last), type: type.element }];
  }
  p.accept(T.Dot);
  const name = p.name().text;
  p.expect(T.Identifier, 'a member name');
  p.accept(T.Colon);
  const chain = type.kind === 'record' ? findField(type, name) : null;
  if (!chain) {
    p.fail('type', `no member '${name}' to initialise`, at);
    return null;
  }
  let record = type as RecordType;
  return chain.map((field) => {
    const index = record.fields!.indexOf(field);
    if (field.type.kind === 'record') record = field.type;
    return { field, first: index, last: index, type: field.type };
  });
}

/** Stores a value in a slot, replacing the old one; other members of a union are removed. */
function place(list: ListInitializer, slot: MemberSlot, value: Initializer): void {
  const union = list.type.kind === 'record' && list.type.body.union;
  if (union) list.entries.length = 0;
  const { field, first, last } = slot;
  const entry: InitializerEntry = { field, first, last, value };
  const known = list.entries.findIndex((e) => e.first === first && e.last === last);
  if (known >= 0) list.entries.splice(known, 1);
  list.entries.push(entry);
}

/** The list in a slot that a longer designator goes through; created if the slot is empty. */
function innerList(list: ListInitializer, slot: MemberSlot, at: number): ListInitializer {
  const known = list.entries.find((e) => e.first === slot.first && e.last === slot.last);
  if (known?.value.kind === 'list') return known.value;
  const inner = newList(slot.type, at);
  if (known?.value.kind === 'scalar' && known.value.value.type.kind === 'record') {
    // The designated part of a copied record is overwritten: the copy comes first.
    inner.entries.push({ field: null, first: -1, last: -1, value: known.value });
    known.value = inner;
    return inner;
  }
  place(list, slot, inner);
  return inner;
}

// struct, union and enum specifiers, with their members and enumerators.
// A definition fills in the body that earlier references to the tag already share.

import { isInteger } from '../../types/questions.js';
import { type CType, EnumType, type IntType, type RecordType } from '../../types/types.js';
import type { Name } from '../names.js';
import { T } from '../tokens.js';
import { evaluate } from '../typecheck/constant.js';
import { layoutRecord, type MemberDeclaration } from '../typecheck/layout.js';
import { type Attributes, noAttributes, parseAttributes } from './attributes.js';
import { parseStaticAssert } from './declarations.js';
import { parseDeclarator } from './declarators.js';
import { parseConditional } from './expressions.js';
import type { Parser } from './parser.js';
import { parseSpecifiers, type Specifiers } from './specifiers.js';

/** struct-or-union-specifier: ( struct | union ) attributes? tag? ( `{` member* `}` attributes? )? */
export function parseRecord(p: Parser, kind: T.Struct | T.Union, outer: Attributes): CType {
  const union = kind === T.Union;
  p.pos++;
  const attributes = noAttributes();
  parseAttributes(p, attributes);
  const name = parseTag(p);
  if (!p.at(T.LeftBrace)) {
    if (!name) p.syntax('expected a tag or a list of members');
    return name ? referRecord(p, name, union) : p.types.int;
  }
  const type = declareRecord(p, name, union);
  const at = p.start();
  p.pos++;
  const members = parseMembers(p);
  p.expect(T.RightBrace, "'}'");
  const before = attributes.align;
  attributes.align = 0;
  parseAttributes(p, attributes);
  attributes.align ||= before; // of two alignments of a type, gcc takes the last
  if (p.failure || type.fields) return type; // redefinition, as C23 allows: the first one is kept
  type.body.transparent = attributes.transparent || outer.transparent;
  const { packed, align, bitFields } = attributes;
  const { target } = p.types;
  const rules = { bitFields: bitFields ?? target.bitFields, pack: packAt(p, at), commandLinePack: target.pack };
  layoutRecord(type.body, members, { packed, align, ...rules });
  return type;
}

function parseTag(p: Parser): Name | null {
  if (!p.at(T.Identifier)) return null;
  const name = p.name();
  p.pos++;
  return name;
}

/** `struct tag;` declares in this scope; elsewhere a reference finds the visible tag or declares it. */
function referRecord(p: Parser, name: Name, union: boolean): CType {
  const known = name.tag;
  const declares = p.at(T.Semicolon) && name.tagDepth !== p.scopeDepth && p.kinds[p.pos - 3] !== T.Typedef;
  if (known && !declares) return known;
  const type = p.types.record(union, name.text);
  p.bindTag(name, type);
  return type;
}

function declareRecord(p: Parser, name: Name | null, union: boolean): RecordType {
  if (!name) return p.types.record(union, null);
  if (name.tag?.kind === 'record' && name.tagDepth === p.scopeDepth) return name.tag;
  const type = p.types.record(union, name.text);
  p.bindTag(name, type);
  return type;
}

function packAt(p: Parser, offset: number): number {
  let align = p.types.target.pack;
  for (const change of p.tokens.packs) {
    if (change.at > offset) break;
    align = change.align || p.types.target.pack;
  }
  return align;
}

/** member-declaration: specifiers ( declarator? ( `:` width )? ) , … `;` */
function parseMembers(p: Parser): MemberDeclaration[] {
  const members: MemberDeclaration[] = [];
  while (!p.at(T.RightBrace) && !p.at(T.End)) {
    if (p.accept(T.Semicolon)) continue;
    if (p.resolveContextual() === T.StaticAssert) {
      parseStaticAssert(p);
      continue;
    }
    if (!p.startsType() && !p.at(T.LeftBracket)) {
      p.syntax('expected a type');
      break;
    }
    const spec = parseSpecifiers(p);
    const shared = spec.attributes;
    if (p.at(T.Semicolon)) {
      // Only a record without a tag is an anonymous member; `struct t;` declares nothing here, except to Microsoft.
      const isMember = spec.type.kind === 'record' && (spec.type.body.tag === null || p.types.target.taggedMembers);
      if (isMember && spec.type.size >= 0) members.push(memberOf(null, spec.type, null, shared, spec.typeAlign));
    } else {
      do parseMember(p, spec, members);
      while (p.accept(T.Comma));
    }
    if (!p.at(T.RightBrace)) p.expect(T.Semicolon, "';'");
  }
  return members;
}

function parseMember(p: Parser, spec: Specifiers, members: MemberDeclaration[]): void {
  const { type: base, typeAlign, attributes: shared } = spec;
  const attributes = { ...noAttributes(), packed: shared.packed, align: shared.align };
  if (p.accept(T.Colon)) {
    const width = parseWidth(p, base);
    parseAttributes(p, attributes);
    members.push(memberOf(null, base, width, attributes, typeAlign));
    return;
  }
  const { name, type, at } = parseDeclarator(p, base, attributes);
  const width = p.accept(T.Colon) ? parseWidth(p, type) : null;
  parseAttributes(p, attributes);
  if (type.size < 0 && !(type.kind === 'array' && type.length === null)) {
    p.fail('type', `member '${name?.text}' has an incomplete type`, at);
  }
  if (type.kind === 'array' && type.variable) p.fail('unsupported-c', 'a member of variable length', at);
  const inherited = type.kind === 'pointer' && base.kind !== 'pointer' ? 0 : typeAlign;
  members.push(memberOf(name?.text ?? null, type, width, attributes, inherited));
}

const memberOf = (
  name: string | null,
  type: CType,
  width: number | null,
  { align, packed }: Attributes,
  typeAlign: number,
): MemberDeclaration => ({ name, type, width, align, typeAlign: typeAlign || type.align, packed });

function parseWidth(p: Parser, type: CType): number {
  const at = p.start();
  const width = evaluate(parseConditional(p));
  if (width === null || width < 0n || width > 128n || !isInteger(type)) p.fail('type', 'bad width of a bit-field', at);
  return Number(width ?? 0n);
}

/** enum-specifier: enum attributes? tag? ( `:` type )? ( `{` enumerator , … `}` )? */
export function parseEnum(p: Parser): CType {
  p.pos++;
  const attributes = noAttributes();
  parseAttributes(p, attributes);
  const name = parseTag(p);
  let fixed: IntType | null = null;
  if (p.at(T.Colon) && p.startsType(1)) {
    p.pos++;
    const { type } = parseSpecifiers(p);
    fixed = type.kind === 'int' ? type.unqualified : null;
  }
  if (!p.at(T.LeftBrace)) {
    if (!name) p.syntax('expected a tag or a list of enumerators');
    if (name?.tag) return name.tag;
    const type = new EnumType({ tag: name?.text ?? null, integer: fixed }, p.types.uint);
    if (name) p.bindTag(name, type);
    return type;
  }
  const known = name?.tag?.kind === 'enum' && name.tagDepth === p.scopeDepth ? name.tag : null;
  const type = known ?? new EnumType({ tag: name?.text ?? null, integer: fixed }, p.types.uint);
  if (name && !known) p.bindTag(name, type);
  parseEnumerators(p, type, attributes);
  return type;
}

/** Longer lists of enumerators are not recorded. */
const MOST_VALUES = 64;

function parseEnumerators(p: Parser, type: EnumType, attributes: Attributes): void {
  p.expect(T.LeftBrace, "'{'");
  let next = 0n;
  let least = 0n;
  let most = 0n;
  const values: number[] = [];
  while (!p.at(T.RightBrace) && !p.at(T.End)) {
    const name = p.name();
    const at = p.start();
    p.expect(T.Identifier, 'an enumerator');
    parseAttributes(p, attributes);
    if (p.accept(T.Equal)) {
      const value = evaluate(parseConditional(p));
      if (value === null) p.fail('type', 'the value of an enumerator is not constant', at);
      next = value ?? next;
    }
    if (p.failure) return;
    const fits = next >= -(1n << 31n) && next < 1n << 31n;
    p.bind(name, { kind: 'enum-constant', name: name.text, value: next, type: fits ? p.types.int : wideType(p, next) });
    if (next < least) least = next;
    if (next > most) most = next;
    values.push(Number(next));
    next += 1n;
    if (!p.accept(T.Comma)) break;
  }
  p.expect(T.RightBrace, "'}'");
  parseAttributes(p, attributes);
  type.body.integer ??= enumInteger(p, least, most, attributes.packed || p.types.target.enums === 'shortest');
  if (values.length <= MOST_VALUES) type.body.values = values;
}

/** The type of an enumerator that `int` does not hold. */
function wideType({ types }: Parser, value: bigint): IntType {
  const fits = (t: IntType): boolean => value < 1n << BigInt(t.signed ? t.bits - 1 : t.bits);
  return (
    (value >= 0n && fits(types.uint) ? types.uint : [types.long, types.ulong, types.llong].find(fits)) ?? types.ullong
  );
}

/** gcc: `unsigned int` without negative values, else `int`; `long` where those do not suffice; packed, the smallest. */
function enumInteger(p: Parser, least: bigint, most: bigint, packed: boolean): IntType {
  const { types } = p;
  if (types.target.enums === 'int') return types.int;
  const candidates = packed
    ? [types.schar, types.short, types.int, types.long, types.llong]
    : [types.int, types.long, types.llong];
  for (const signed of candidates) {
    const half = 1n << BigInt(signed.bits - 1);
    if (least < 0n ? least >= -half && most < half : most < half * 2n) return types.withSign(signed, least < 0n);
  }
  return types.ullong;
}

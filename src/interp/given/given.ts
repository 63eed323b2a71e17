// The input of a run that begins at a function: arguments, what they point to, variables, results of unknown functions.
// Objects get their contents when they are first accessed, by the choices of the run; the machine owns one of these.

import type { CallInstr, Instr, Terminator } from '../../ir/instr.js';
import type { FunctionSymbol, GlobalVariable } from '../../ir/program.js';
import { type CType, type FunctionType, INCOMPLETE } from '../../types/types.js';
import { readValue, writeValue } from '../cells.js';
import { readBits, writeBits } from '../compile/bitfield.js';
import { coerceTo } from '../compile/convert.js';
import { obstruct } from '../incidents.js';
import type { Machine } from '../machine.js';
import type { ObjectMaker } from '../memory.js';
import { makePointer, objectOf, offsetOf } from '../pointer.js';
import { isFloatRep, isIntRep, repOf, type Value } from '../rep.js';
import type { Int } from '../wide.js';
import type { Choice, Choices } from './choice.js';
import type { Answer, Content, GivenObject } from './recording.js';
import { isCharacter, type Scalar, scalarAt, scalarsOf } from './scalars.js';
import { MOST_CHARACTERS, Texts } from './texts.js';

/** What code outside of the function knows of it. */
export interface Outside {
  readonly choices: Choices;
  /** Does the variable hold its initial value, whatever ran before? */
  isConstant(g: GlobalVariable): boolean;
  /** The functions that a pointer of this type may lead to. */
  targetsOf(type: FunctionType): readonly FunctionSymbol[];
}

/** A place of the input that the run has looked at, or may have. */
export interface GivenPlace {
  readonly path: string;
  readonly type: CType;
  /** What was there at the beginning. */
  readonly value: Value;
  /** The library function or unknown function whose answer it is. */
  readonly by?: string;
}

/** No object of the input is longer, in bytes. */
const LONGEST = 1 << 13;
/** Numbers that models leave open, in the order in which they are asked for. */
const DRAWN = 'chance';
/** Texts that models write, in order. */
const WRITTEN = 'text';
export class Given implements ObjectMaker {
  /** In order of creation. */
  readonly places = new Map<string, GivenPlace>();
  readonly objects = new Map<number, GivenObject>();
  /** The scalars that were stored, in order. */
  readonly contents: Content[] = [];
  readonly answers: Answer[] = [];
  arguments: readonly Value[] = [];
  private readonly results = new Map<CallInstr, string>();
  /** Origins of what the run has stored, by address. */
  private readonly stored = new Map<number, readonly string[]>();
  readonly texts: Texts;
  /** The function whose answer is being made. */
  private answering: string | null = null;
  /** Origins of the value that the last function returned. */
  returned: readonly string[] = [];
  private readonly calls = new Map<string, number>();
  /** By object: the text that a model wrote there last. */
  private readonly written = new Map<
    number,
    { readonly path: string; readonly from: number; readonly length: number }
  >();

  constructor(
    private readonly m: Machine,
    private readonly outside: Outside,
  ) {
    this.texts = new Texts(outside.choices);
  }

  argumentsOf(f: FunctionSymbol): Value[] {
    this.arguments = f.body!.params.map(({ name, type }) => this.valueOf(type, name, []));
    return [...this.arguments];
  }

  // ---- variables -------------------------------------------------------------------------------------------------

  /**
   * A variable holds its initial value, unless a choice says what other functions have stored there. One that no unit defines holds
   * anything.
   */
  enter(g: GlobalVariable, pointer: number): void {
    const id = objectOf(pointer);
    if (!g.defined) return this.fill(id, 0, g.type, g.name, []);
    if (g.literal || this.outside.isConstant(g)) return;
    for (const scalar of scalarsOf(g.type, g.name)) {
      if (this.outside.choices.has(scalar.path)) this.store(id, scalar, []);
      else this.note(scalar.path, scalar.type, this.contentsOf(id, scalar));
    }
  }

  private contentsOf(id: number, { offset, type, bits }: Scalar): Value {
    const { memory } = this.m;
    const a = memory.base[id]! + offset;
    return bits ? readBits(memory, a, bits, type) : readValue(memory, a, type);
  }

  // ---- values ----------------------------------------------------------------------------------------------------

  private valueOf(type: CType, path: string, above: readonly object[]): Value {
    if (type.kind === 'record' || type.kind === 'array' || type.kind === 'vector')
      return this.bytesOf(type, path, above);
    if (type.kind === 'pointer') return this.note(path, type, this.pointerTo(type.target, path, above));
    if (type.kind === 'complex') return { re: 0, im: 0 };
    const chosen = this.outside.choices.get(path);
    const number = typeof chosen === 'number' || typeof chosen === 'bigint' ? chosen : usualNumber(type);
    return this.note(path, type, coerceTo(repOf(type))(number));
  }

  private note(path: string, type: CType, value: Value): Value {
    const by = this.answering ? { by: this.answering } : {};
    if (!this.places.has(path)) this.places.set(path, { path, type, value, ...by });
    return value;
  }

  /** A record that is passed or returned. */
  private bytesOf(type: CType, path: string, above: readonly object[]): Uint8Array {
    const { memory } = this.m;
    const id = objectOf(memory.allocateZeroed(Math.max(0, type.size), 'given', null, null));
    this.objects.set(id, { path, element: type, filled: 1, above });
    this.fill(id, 0, type, path, above);
    const start = memory.base[id]!;
    return memory.u8.slice(start, start + Math.max(0, type.size));
  }

  private pointerTo(target: CType, path: string, above: readonly object[]): number {
    const choice = this.outside.choices.get(path) ?? usualPointer(target, above);
    if (choice === 'null' || choice === 0) return 0;
    if (typeof choice === 'object') {
      const known = this.places.get(choice.same);
      if (known && typeof known.value === 'number') return known.value;
    }
    if (target.kind === 'function') return this.functionFor(target, path);
    const id = this.m.memory.allocate(0, 'given', null, null);
    const more = target.kind === 'record' ? [...above, target.body] : above;
    this.objects.set(id, { path, element: target, filled: 0, above: more });
    return makePointer(id, 0);
  }

  private functionFor(type: FunctionType, path: string): number {
    const targets = this.outside.targetsOf(type);
    const chosen = this.outside.choices.get(`${path} target`);
    const target = targets[typeof chosen === 'number' ? chosen : 0];
    return target ? this.m.program.functionPointer(target) : this.m.program.unknownFunction(path, type);
  }

  // ---- objects ---------------------------------------------------------------------------------------------------

  /** Makes the object long enough for an access; its new elements get contents. */
  reach(id: number, offset: number, n: number): void {
    const object = this.objects.get(id);
    if (!object || offset < 0) return obstruct('unknown-input', 'an access outside of what is known of an input');
    const step = Math.max(1, object.element.size);
    const elements = Math.max(object.filled + (object.filled === 0 ? 1 : 0), Math.ceil((offset + n) / step));
    const size = Math.max(elements * step, isCharacter(object.element) || object.element.kind === 'void' ? 16 : 0);
    if (size > LONGEST) return obstruct('unknown-input', 'an input that is too long');
    this.m.memory.resize(id, size);
    const from = object.filled;
    object.filled = Math.max(elements, Math.floor(size / step));
    if (isCharacter(object.element) || object.element.kind === 'void') this.fillText(id, object, from);
    else
      for (let i = from; i < elements; i++)
        this.fill(id, i * step, object.element, elementPath(object, i), object.above);
  }

  /** A text of one character, unless choices say otherwise. */
  private fillText(id: number, { path, filled }: GivenObject, from: number): void {
    const { memory } = this.m;
    const start = memory.base[id]!;
    for (let i = from; i < filled; i++) {
      memory.u8[start + i] = this.characterOf(path, i);
    }
  }

  private fill(id: number, offset: number, type: CType, path: string, above: readonly object[]): void {
    for (const scalar of scalarsOf(type, path, offset)) this.store(id, scalar, above);
  }

  private store(id: number, { path, type, offset, bits }: Scalar, above: readonly object[]): void {
    const value = this.valueOf(type, path, above);
    const { memory } = this.m;
    const a = memory.base[id]! + offset;
    this.contents.push({ path, object: id, offset, type, bits, value });
    if (bits) writeBits(memory, a, bits, value as Int);
    else {
      if (type.kind === 'pointer' && offset % memory.pointerSize !== 0) memory.packed[id] = 1;
      writeValue(memory, a, value, type);
    }
  }

  /** A cast tells what an untyped pointer leads to. */
  retype(pointer: Value, target: CType): void {
    const object = typeof pointer === 'number' ? this.objects.get(objectOf(pointer)) : undefined;
    if (!object || object.filled > 0 || target.size === INCOMPLETE || target.kind === 'void') return;
    if (object.element.kind === 'void' || object.element.size === INCOMPLETE) object.element = target;
  }

  // ---- unknown functions -----------------------------------------------------------------------------------------

  /** What an unknown function returns; what it can reach has contents afterwards, and it may keep its arguments. */
  answer(name: string, type: FunctionType, args: readonly Value[], instr: CallInstr | null): Value {
    const number = (this.calls.get(name) ?? 0) + 1;
    this.calls.set(name, number);
    const path = `${name}()#${number}`;
    const first = this.contents.length;
    args.forEach((value, i) => {
      this.m.escaped.add(value);
      const declared = type.params?.[i]?.type;
      if (declared?.kind === 'pointer') this.writeThrough(value, declared.target, `${path} argument ${i + 1}`);
    });
    if (instr) this.results.set(instr, path);
    const writes = this.contents.slice(first);
    const result = type.result.kind === 'void' ? 0 : this.answered(name, () => this.valueOf(type.result, path, []));
    this.answers.push({ name, type, arguments: args, writes, result });
    return result;
  }

  /** A number that a model leaves open. */
  draw(node: Instr | Terminator): Value {
    return this.drawn(node, this.m.program.types.int);
  }

  drawPointer(node: Instr | Terminator): Value {
    return this.drawn(node, this.m.program.types.voidPointer);
  }

  /** How many numbers and texts models have left open. */
  get draws(): number {
    return (this.calls.get(DRAWN) ?? 0) + (this.calls.get(WRITTEN) ?? 0);
  }

  private drawn(node: Instr | Terminator, type: CType): Value {
    const number = (this.calls.get(DRAWN) ?? 0) + 1;
    this.calls.set(DRAWN, number);
    const path = `${DRAWN}#${number}`;
    if (node.kind === 'call') this.results.set(node, path);
    return this.answered(this.calledModel(), () => this.valueOf(type, path, []));
  }

  private answered(by: string, make: () => Value): Value {
    this.answering = by;
    const value = make();
    this.answering = null;
    return value;
  }

  /** The library function that the program called. */
  private calledModel(): string {
    const { linkage } = this.m.program;
    let f = this.m.frame!;
    while (f.caller && linkage.isModel(f.caller.code.body)) f = f.caller;
    return f.code.symbol.name;
  }

  /** What a model writes without saying what: a text. */
  writeText(pointer: Value, length: number): void {
    if (length <= 0) return;
    const { memory } = this.m;
    const a = memory.atWrite(pointer as Int, length);
    const number = (this.calls.get(WRITTEN) ?? 0) + 1;
    this.calls.set(WRITTEN, number);
    const path = `${WRITTEN}#${number}`;
    this.written.set(objectOf(pointer as Int), { path, from: offsetOf(pointer as Int), length });
    for (let i = 0; i < length; i++) memory.u8[a + i] = this.characterOf(path, i);
  }

  characterOf(path: string, i: number): number {
    const code = this.texts.codeAt(path, i);
    if (this.texts.chosenAt(path, i) !== null) this.note(`${path}[${i}]`, this.m.program.types.char, code);
    return code;
  }

  /** Scalars without contents get some: an unknown function fills what it is given. */
  private writeThrough(pointer: Value, target: CType, path: string): void {
    const { memory } = this.m;
    const id = typeof pointer === 'number' ? objectOf(pointer) : 0;
    if (!memory.isAlive(id) || memory.info[id]!.kind === 'given' || (target.quals & 1) !== 0) return;
    const at = offsetOf(pointer as Int);
    for (const scalar of scalarsOf(target, `*${path}`)) {
      const from = at + scalar.offset;
      const end = from + Math.max(1, scalar.type.size);
      if (from < 0 || end > memory.size[id]! || !isBlank(memory.u8, memory.base[id]! + from, memory.base[id]! + end))
        continue;
      this.store(id, { ...scalar, offset: from }, []);
    }
  }

  // ---- names -----------------------------------------------------------------------------------------------------

  /** The place of the input at an address; null if it is none. */
  placeAt(pointer: Value): GivenPlace | null {
    if (typeof pointer !== 'number') return null;
    const id = objectOf(pointer);
    const path = this.pathAt(id, offsetOf(pointer));
    return path === null ? null : (this.places.get(path) ?? null);
  }

  private pathAt(id: number, offset: number): string | null {
    const object = this.objects.get(id);
    if (object) {
      const step = Math.max(1, object.element.size);
      const i = Math.floor(offset / step);
      if (isCharacter(object.element)) return this.character(object.path, i, object.element);
      return scalarAt(object.element, elementPath(object, i), offset - i * step)?.path ?? null;
    }
    const text = this.written.get(id);
    if (text && offset >= text.from && offset < text.from + text.length)
      return this.character(text.path, offset - text.from, this.m.program.types.char);
    const owner = this.m.memory.info[id]?.owner;
    return owner?.kind === 'global' ? (scalarAt(owner.type, owner.name, offset)?.path ?? null) : null;
  }

  private character(path: string, i: number, type: CType): string {
    const name = `${path}[${i}]`;
    this.note(name, type, this.characterOf(path, i));
    return name;
  }

  /** The text of the input that an address is in; null if it is in none. */
  textAt(pointer: Value): { readonly path: string; readonly from: number } | null {
    if (typeof pointer !== 'number') return null;
    const object = this.objects.get(objectOf(pointer));
    const from = offsetOf(pointer);
    if (object)
      return isCharacter(object.element) || object.element.kind === 'void' ? { path: object.path, from } : null;
    const text = this.written.get(objectOf(pointer));
    if (text) return from >= text.from ? { path: text.path, from: from - text.from } : null;
    const path = this.copiedText(objectOf(pointer));
    return path === null ? null : { path, from };
  }

  /** The text of the input that an object of the program holds a copy of. */
  private copiedText(id: number): string | null {
    const { memory } = this.m;
    if (!memory.isAlive(id) || this.objects.has(id)) return null;
    const start = memory.base[id]!;
    const end = memory.u8.subarray(start, start + Math.min(MOST_CHARACTERS, memory.size[id]!)).indexOf(0);
    if (end < 2) return null;
    return this.texts.pathOf(Buffer.from(memory.u8.subarray(start, start + end)).toString('latin1'));
  }

  private copiedCharacter(pointer: number): GivenPlace | null {
    const id = objectOf(pointer);
    const path = this.copiedText(id);
    if (path === null) return null;
    const name = this.character(path, offsetOf(pointer), this.m.program.types.char);
    return this.places.get(name)!;
  }

  /** The place of the last result of a call of an unknown function. */
  resultOf(instr: CallInstr): string | null {
    return this.results.get(instr) ?? null;
  }

  // ---- origins ---------------------------------------------------------------------------------------------------

  /** The places of the input that the value at an address was made of. */
  originsAt(pointer: Value): readonly string[] {
    if (typeof pointer !== 'number') return [];
    const stored = this.stored.get(pointer);
    if (stored) return stored;
    const place = this.placeAt(pointer) ?? this.copiedCharacter(pointer);
    return place ? [place.path] : [];
  }

  noteOrigins(pointer: Value, origins: readonly string[]): void {
    if (typeof pointer === 'number' && pointer !== 0) this.stored.set(pointer, origins);
  }
}

/** `*p`, `p[2]`; the members of a record behind p are `p->x`. */
function elementPath({ path, element }: GivenObject, i: number): string {
  if (i > 0) return `${path}[${i}]`;
  return element.kind === 'record' ? `${path}->` : `*${path}`;
}

/** Poison of uninitialised memory. */
const isBlank = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let a = from; a < to; a++) if (bytes[a] !== 0xa5) return false;
  return true;
};

/** Sizes are not zero unless chosen so; everything else is. */
function usualNumber(type: CType): Int {
  if (isFloatRep(repOf(type))) return 1;
  if (type.kind === 'enum') return type.body.values?.[0] ?? 0;
  return isIntRep(repOf(type)) && type.kind === 'int' && !type.signed && type.size >= 4 ? 1 : 0;
}

/** A new object, unless it would be another one of a kind that lies on the way: lists and trees end. */
const usualPointer = (target: CType, above: readonly object[]): Choice =>
  target.kind === 'record' && above.includes(target.body) ? 'null' : 'object';

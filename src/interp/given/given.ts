// The input of a run that begins at a function: arguments, what they point to, variables, results of unknown functions.
// Objects get their contents when they are first accessed, by the choices of the run; the machine owns one of these.

import type { FunctionSymbol, GlobalVariable } from '../../ir/program.js';
import { type CType, type FunctionType, INCOMPLETE, type RecordType } from '../../types/types.js';
import { readValue, writeValue } from '../cells.js';
import { readBits, writeBits } from '../compile/bitfield.js';
import { coerceTo } from '../compile/convert.js';
import { obstruct } from '../incidents.js';
import type { Machine } from '../machine.js';
import type { ObjectMaker } from '../memory.js';
import { makePointer, objectOf } from '../pointer.js';
import { isFloatRep, isIntRep, repOf, type Value } from '../rep.js';
import type { Int } from '../wide.js';
import { Answers } from './answers.js';
import type { Choice, Choices } from './choice.js';
import { Constructed } from './constructed.js';
import { OriginMap } from './origins.js';
import type { Content, GivenObject } from './recording.js';
import { isCharacter, type Scalar, scalarsOf } from './scalars.js';
import { Texts } from './texts.js';

/** What code outside of the function knows of it. */
export interface Outside {
  readonly choices: Choices;
  /** Does the variable hold its initial value, whatever ran before? */
  isConstant(g: GlobalVariable): boolean;
  /** The functions that a pointer of this type may lead to. */
  targetsOf(type: FunctionType): readonly FunctionSymbol[];
  /** Functions that make an object of this type from plain arguments, the simplest first. */
  constructorsOf(type: RecordType): readonly FunctionSymbol[];
}

/** A place of the input that the run has looked at, or may have. */
export interface GivenPlace {
  readonly path: string;
  readonly type: CType;
  /** What was there at the beginning. */
  readonly value: Value;
  /** The library function or unknown function whose answer it is. */
  readonly by?: string;
  /** The object for which a constructor got it as an argument. */
  readonly partOf?: string;
  /** The functions that can make the object to which it leads. */
  readonly makers?: readonly string[];
}

/** No object of the input is longer, in bytes. */
const LONGEST = 1 << 13;

export class Given implements ObjectMaker {
  /** In order of creation. */
  readonly places = new Map<string, GivenPlace>();
  readonly objects = new Map<number, GivenObject>();
  /** The scalars that were stored, in order. */
  readonly contents: Content[] = [];
  arguments: readonly Value[] = [];
  readonly texts: Texts;
  readonly answers: Answers;
  readonly origins: OriginMap;
  readonly constructed: Constructed;
  /** The function whose answer is being made. */
  private answering: string | null = null;

  constructor(
    private readonly m: Machine,
    private readonly known: Outside,
  ) {
    this.texts = new Texts(known.choices);
    this.answers = new Answers(m, this);
    this.origins = new OriginMap(m, this);
    this.constructed = new Constructed(m, this);
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
    if (g.literal || this.known.isConstant(g)) return;
    for (const scalar of scalarsOf(g.type, g.name)) {
      if (this.isChosen(scalar.path)) this.store(id, scalar, []);
      else this.keep(id, scalar);
    }
  }

  isChosen(path: string): boolean {
    return this.known.choices.has(path);
  }

  /** What is in the place already is a part of the input. */
  keep(id: number, scalar: Scalar, by: string | null = null): void {
    this.during(by, () => this.note(scalar.path, scalar.type, this.contentsOf(id, scalar)));
  }

  private contentsOf(id: number, { offset, type, bits }: Scalar): Value {
    const { memory } = this.m;
    const a = memory.base[id]! + offset;
    return bits ? readBits(memory, a, bits, type) : readValue(memory, a, type);
  }

  // ---- values ----------------------------------------------------------------------------------------------------

  private valueOf(type: CType, path: string, above: readonly object[], usual = usualNumber(type)): Value {
    if (type.kind === 'record' || type.kind === 'array' || type.kind === 'vector')
      return this.bytesOf(type, path, above);
    if (type.kind === 'pointer') return this.note(path, type, this.pointerTo(type.target, path, above));
    if (type.kind === 'complex') return { re: 0, im: 0 };
    const chosen = this.known.choices.get(path);
    const number = typeof chosen === 'number' || typeof chosen === 'bigint' ? chosen : usual;
    return this.note(path, type, coerceTo(repOf(type))(number));
  }

  note(path: string, type: CType, value: Value): Value {
    if (this.places.has(path)) return value;
    const { making } = this.constructed;
    this.places.set(path, {
      path,
      type,
      value,
      ...(this.answering ? { by: this.answering } : {}),
      ...(making !== null ? { partOf: making } : {}),
      ...this.makersOf(type),
    });
    return value;
  }

  private makersOf(type: CType): Pick<GivenPlace, 'makers'> {
    if (type.kind !== 'pointer' || type.target.kind !== 'record') return {};
    const makers = this.known.constructorsOf(type.target);
    return makers.length > 0 ? { makers: makers.map(({ name }) => name) } : {};
  }

  /** The arguments of a constructor, by their places. */
  partsOf(f: FunctionSymbol, path: string): Map<string, Value> {
    const places = f.body!.params.map(({ name, type }) => ({ place: `${name} of ${path}`, type }));
    return new Map(places.map(({ place, type }) => [place, this.valueOf(type, place, [])]));
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
    const choice = this.known.choices.get(path) ?? usualPointer(target, above);
    if (choice === 'null' || choice === 0) return 0;
    if (typeof choice === 'object' && 'same' in choice) {
      const known = this.places.get(choice.same);
      if (known && typeof known.value === 'number') return known.value;
    }
    if (target.kind === 'function') return this.functionFor(target, path);
    const made = target.kind === 'record' ? this.construct(target, path, choice) : null;
    if (made !== null) return made;
    const id = this.m.memory.allocate(0, 'given', null, null);
    const more = target.kind === 'record' ? [...above, target.body] : above;
    this.objects.set(id, { path, element: target, filled: 0, above: more });
    return makePointer(id, 0);
  }

  private construct(type: RecordType, path: string, choice: Choice): number | null {
    const all = this.known.constructorsOf(type);
    const chosen = typeof choice === 'object' && 'maker' in choice ? choice.maker : null;
    return this.constructed.make(path, chosen === null ? all : all.filter(({ name }) => name === chosen));
  }

  private functionFor(type: FunctionType, path: string): number {
    const targets = this.known.targetsOf(type);
    const chosen = this.known.choices.get(`${path} target`);
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

  store(id: number, { path, type, offset, bits }: Scalar, above: readonly object[]): void {
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

  /** A part of the input that a function outside makes. */
  answered(by: string, type: CType, path: string, usual?: Int): Value {
    return this.during(by, () => this.valueOf(type, path, [], usual));
  }

  /** The same, stored where a pointer that the function got leads to. */
  storeAs(by: string | null, id: number, scalar: Scalar): void {
    this.during(by, () => this.store(id, scalar, []));
  }

  private during<T>(by: string | null, make: () => T): T {
    this.answering = by;
    const made = make();
    this.answering = null;
    return made;
  }

  characterOf(path: string, i: number): number {
    const code = this.texts.codeAt(path, i);
    if (this.texts.chosenAt(path, i) !== null) this.note(`${path}[${i}]`, this.m.program.types.char, code);
    return code;
  }
}

/** `*p`, `p[2]`; the members of a record behind p are `p->x`. */
export function elementPath({ path, element }: GivenObject, i: number): string {
  if (i > 0) return `${path}[${i}]`;
  return element.kind === 'record' ? `${path}->` : `*${path}`;
}

/** Sizes are not zero unless chosen so; everything else is. */
function usualNumber(type: CType): Int {
  if (isFloatRep(repOf(type))) return 1;
  if (type.kind === 'enum') return type.body.values?.[0] ?? 0;
  return isIntRep(repOf(type)) && type.kind === 'int' && !type.signed && type.size >= 4 ? 1 : 0;
}

/** A new object, unless it would be another one of a kind that lies on the way: lists and trees end. */
const usualPointer = (target: CType, above: readonly object[]): Choice =>
  target.kind === 'record' && above.includes(target.body) ? 'null' : 'object';

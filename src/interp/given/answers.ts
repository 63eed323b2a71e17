// What code outside does in a run that begins at a function: results of unknown functions and what they write, numbers and
// texts that models leave open, calls of the library that fail. Part of given.ts; asked by natives and intrinsics.

import type { CallInstr, Instr, Terminator } from '../../ir/instr.js';
import type { CType, FunctionType } from '../../types/types.js';
import type { Machine } from '../machine.js';
import { makePointer, objectOf, offsetOf } from '../pointer.js';
import type { Value } from '../rep.js';
import type { Int } from '../wide.js';
import type { Given } from './given.js';
import type { Answer } from './recording.js';
import { type Scalar, scalarsOf } from './scalars.js';

/** Numbers that models leave open, in the order in which they are asked for. */
const DRAWN = 'chance';
/** Texts that models write, in order. */
const WRITTEN = 'text';

/** Where a model wrote a text last. */
export interface WrittenText {
  readonly path: string;
  readonly from: number;
  readonly length: number;
}

export class Answers {
  /** Of unknown functions, in order. */
  readonly all: Answer[] = [];
  /** By object. */
  readonly written = new Map<number, WrittenText>();
  /** Calls of the library that failed because that was chosen. */
  failures = 0;
  private readonly results = new Map<CallInstr, string>();
  private readonly calls = new Map<string, number>();

  constructor(
    private readonly m: Machine,
    private readonly given: Given,
  ) {}

  /** What an unknown function returns; what it can reach has contents afterwards, and it may keep its arguments. */
  answer(name: string, type: FunctionType, args: readonly Value[], instr: CallInstr | null): Value {
    const { given } = this;
    const path = this.nextOf(`${name}()`);
    const first = given.contents.length;
    args.forEach((value, i) => {
      this.m.escaped.add(value);
      const declared = type.params?.[i]?.type;
      if (declared?.kind === 'pointer') this.writeThrough(name, value, declared.target, `${path} argument ${i + 1}`);
    });
    if (instr) this.results.set(instr, path);
    const writes = given.contents.slice(first);
    const result = type.result.kind === 'void' ? 0 : given.answered(name, type.result, path);
    this.all.push({ name, type, arguments: args, writes, result });
    return result;
  }

  /** Does a call of the library fail? Only if that was chosen. */
  fails(name: string, instr: CallInstr, failing: number): boolean {
    const path = this.nextOf(`${name}()`);
    this.results.set(instr, path);
    const usual = failing === 0 ? 1 : 0;
    const isFailing = this.given.answered(name, this.m.program.types.int, path, usual) === failing;
    if (isFailing) this.failures++;
    return isFailing;
  }

  private nextOf(name: string): string {
    const number = (this.calls.get(name) ?? 0) + 1;
    this.calls.set(name, number);
    return `${name}#${number}`;
  }

  /** The place of the last result of a call of an unknown function. */
  resultOf(instr: CallInstr): string | null {
    return this.results.get(instr) ?? null;
  }

  /** A number that a model leaves open. */
  draw(node: Instr | Terminator, usual?: Int): Value {
    return this.drawn(node, this.m.program.types.int, usual);
  }

  drawPointer(node: Instr | Terminator): Value {
    return this.drawn(node, this.m.program.types.voidPointer);
  }

  /** How many numbers and texts models have left open. */
  get draws(): number {
    return (this.calls.get(DRAWN) ?? 0) + (this.calls.get(WRITTEN) ?? 0);
  }

  private drawn(node: Instr | Terminator, type: CType, usual?: Int): Value {
    const path = this.nextOf(DRAWN);
    if (node.kind === 'call') this.results.set(node, path);
    return this.given.answered(this.calledModel(), type, path, usual);
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
    const path = this.nextOf(WRITTEN);
    this.written.set(objectOf(pointer as Int), { path, from: offsetOf(pointer as Int), length });
    for (let i = 0; i < length; i++) memory.u8[a + i] = this.given.characterOf(path, i);
  }

  /** Scalars without contents get some: an unknown function fills what it is given. */
  private writeThrough(name: string, pointer: Value, target: CType, path: string): void {
    const { memory } = this.m;
    const id = typeof pointer === 'number' ? objectOf(pointer) : 0;
    if (!memory.isAlive(id) || memory.info[id]!.kind === 'given' || (target.quals & 1) !== 0) return;
    const at = offsetOf(pointer as Int);
    const by = target.kind === 'record' ? null : name; // members of a record are related
    for (const scalar of scalarsOf(target, `*${path}`)) {
      const from = at + scalar.offset;
      const end = from + Math.max(1, scalar.type.size);
      if (from < 0 || end > memory.size[id]!) continue;
      const isBlank = isPoison(memory.u8, memory.base[id]! + from, memory.base[id]! + end);
      if (isBlank || this.given.isChosen(scalar.path)) this.given.storeAs(by, id, { ...scalar, offset: from });
      else this.offer(by, id, { ...scalar, offset: from });
    }
  }

  /** A number that the function finds there stays, unless a choice says otherwise. */
  private offer(by: string | null, id: number, scalar: Scalar): void {
    if (scalar.type.kind !== 'int' || scalar.bits) return;
    this.given.keep(id, scalar, by);
    this.given.origins.note(makePointer(id, scalar.offset), [scalar.path]);
  }
}

/** Poison of uninitialised memory. */
const isPoison = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let a = from; a < to; a++) if (bytes[a] !== 0xa5) return false;
  return true;
};

// What a run that begins at a function was given, and what the library did for it: enough to do the same in a real program.
// Collected by given.ts and by instrumented calls (compile/recorder.ts); read by the writer of harnesses.

import type { FunctionSymbol, GlobalVariable } from '../../ir/program.js';
import type { BitRange, CType, FunctionType } from '../../types/types.js';
import type { Machine } from '../machine.js';
import type { ObjectKind } from '../memory.js';
import { objectOf } from '../pointer.js';
import type { Value } from '../rep.js';
import type { LibraryCall } from './library-calls.js';

/** An object of the input: what points to it, and the type of its elements; `void` until a cast tells it. */
export interface GivenObject {
  readonly path: string;
  element: CType;
  /** The elements that have contents. */
  filled: number;
  /** Records on the way from a parameter to this object: links between such lead to null unless chosen otherwise. */
  readonly above: readonly object[];
}

/** A scalar of an object when the run begins, or of one that an unknown function fills. */
export interface Content {
  readonly path: string;
  readonly object: number;
  readonly offset: number;
  readonly type: CType;
  readonly bits: BitRange | null;
  readonly value: Value;
}

/** A call of an unknown function. */
export interface Answer {
  readonly name: string;
  readonly type: FunctionType;
  readonly arguments: readonly Value[];
  readonly writes: readonly Content[];
  readonly result: Value;
}

/** An object that values of a recording point to. */
export interface RecordedObject {
  readonly kind: ObjectKind;
  readonly owner: FunctionSymbol | GlobalVariable | null;
  readonly size: number;
  /** Of heap memory: the number of the allocation. */
  readonly serial: number;
  /** Of one that is given. */
  readonly path: string | null;
  readonly element: CType | null;
  /** The first bytes of a text or of untyped memory. */
  readonly bytes: Uint8Array | null;
  /** Of a function that is not part of the program: the name of its answers. */
  readonly unknown: string | null;
}

export interface Recording {
  readonly arguments: readonly Value[];
  /** By the ids in pointers. */
  readonly objects: ReadonlyMap<number, RecordedObject>;
  readonly contents: readonly Content[];
  readonly answers: readonly Answer[];
  readonly calls: readonly LibraryCall[];
  /** Functions of the program that ran. */
  readonly entered: readonly FunctionSymbol[];
  /** Variables that were mentioned. */
  readonly variables: readonly GlobalVariable[];
}

export function recordingOf(m: Machine): Recording | null {
  const { given, program } = m;
  if (!given) return null;
  const calls = m.options.record?.calls ?? [];
  const { linkage } = program;
  const variables = [...program.variables()].flatMap(([g, at]) =>
    !g.literal && m.memory.info[objectOf(at)]?.kind === 'static' ? [g] : [],
  );
  return {
    arguments: given.arguments,
    objects: objectsOf(m, [
      ...given.arguments,
      ...given.contents.flatMap(({ object, value }) => [pointerTo(object), value]),
      ...given.answers.all.map(({ result }) => result),
      ...calls.flatMap(({ result }) => (result === null ? [] : [result])),
    ]),
    contents: given.contents,
    answers: given.answers.all,
    calls,
    entered: m.entered().filter(({ body }) => body && !linkage.isModel(body)),
    variables,
  };
}

const pointerTo = (id: number): number => id * 2 ** 32;

function objectsOf(m: Machine, values: readonly Value[]): Map<number, RecordedObject> {
  const ids = new Set(values.map((v) => (typeof v === 'number' ? objectOf(v) : 0)).filter((id) => m.memory.info[id]));
  return new Map([...ids].map((id) => [id, describe(m, id)]));
}

function describe({ memory, given, program }: Machine, id: number): RecordedObject {
  const { kind, owner, serial } = memory.info[id]!;
  const object = given!.objects.get(id) ?? null;
  const size = memory.size[id]!;
  const target = kind === 'function' ? program.targetOf(pointerTo(id) + 2 ** 28) : null;
  const isText =
    object && (object.element.kind === 'void' || (object.element.kind === 'int' && object.element.size === 1));
  return {
    kind,
    owner: owner?.kind === 'function' || owner?.kind === 'global' ? owner : null,
    size,
    serial,
    path: object?.path ?? null,
    element: object?.element ?? null,
    bytes: isText ? Uint8Array.from({ length: size }, (_, i) => given!.characterOf(object.path, i)) : null,
    unknown: kind === 'function' && !owner && target?.kind === 'native' ? target.native.name : null,
  };
}

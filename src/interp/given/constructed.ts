// Objects of the input that a function of the program makes: in the run itself, before the function looks at them.
// Part of given.ts. What such a function does was done before the run: its blocks belong to the caller.

import type { FunctionSymbol } from '../../ir/program.js';
import type { RecordType } from '../../types/types.js';
import { readValue } from '../cells.js';
import type { Frame } from '../frame.js';
import { obstruct, Stop } from '../incidents.js';
import type { Machine } from '../machine.js';
import { objectOf, offsetOf } from '../pointer.js';
import type { Value } from '../rep.js';
import type { Given } from './given.js';
import { type Scalar, scalarsOf } from './scalars.js';

/** A constructor may take so many instructions. */
const LONGEST = 5_000;
/** So many objects of a run are made by constructors. */
const MOST = 24;
/** Constructed records behind constructed records: how far they are named. */
const DEEPEST = 3;

/** Tells where the values of parameters come from. */
function nameParameters(frame: Frame, f: FunctionSymbol, places: Iterable<string>): void {
  const names = [...places];
  frame.origins = new Map(f.body!.params.map(({ id }, i) => [id, [names[i]!]]));
}

/** What lies behind an object that was made: blocks that have no place of their own yet. */
interface Behind {
  /** The place of the object, and its block. */
  readonly root: string;
  readonly block: number;
  readonly depth: number;
}

export class Constructed {
  /** The heap blocks that constructors allocated, with the place of the input that leads to each. */
  readonly blocks = new Map<number, string>();
  /** By the place of an object that was made: the places of the numbers that its constructor got. */
  private readonly numbers = new Map<string, readonly string[]>();
  /** The object that is being made. */
  making: string | null = null;
  private readonly failed = new Set<FunctionSymbol>();
  private made = 0;

  constructor(
    private readonly m: Machine,
    private readonly given: Given,
  ) {}

  /** A pointer to an object that the first of these functions makes that can; null if none does. */
  make(path: string, functions: readonly FunctionSymbol[]): number | null {
    if (this.making !== null) return null;
    for (const f of functions) {
      if (this.failed.has(f) || this.made >= MOST || f === this.m.options.from!.function) continue;
      this.made++;
      const pointer = this.run(f, path);
      if (pointer !== null) return pointer;
      this.failed.add(f);
    }
    return null;
  }

  private run(f: FunctionSymbol, path: string): number | null {
    const { m } = this;
    const first = m.memory.info.length;
    const { frame, alarm, onAlarm } = m;
    this.making = path;
    // To whoever looks at the run, the object is made in one step.
    m.alarm = Math.min(m.options.steps ?? Infinity, m.steps + LONGEST);
    m.onAlarm = () => obstruct('steps', `${f.name} takes too long`);
    let result: Value = 0;
    try {
      const parts = this.given.partsOf(f, path);
      const isNumber = (_: string, i: number) => f.type.params?.[i]?.type.kind !== 'pointer';
      this.numbers.set(path, [...parts.keys()].filter(isNumber));
      result = m.allocator.apart(() =>
        m.call(f, [...parts.values()], (frame) => nameParameters(frame, f, parts.keys())),
      );
    } catch (stop) {
      if (!(stop instanceof Stop)) throw stop;
    } finally {
      Object.assign(m, { frame, alarm, onAlarm });
      this.making = null;
    }
    for (let id = first; id < m.memory.info.length; id++)
      if (m.memory.info[id]?.kind === 'heap') this.blocks.set(id, path);
    if (typeof result !== 'number' || !this.isWhole(result)) return null;
    m.escaped.add(result);
    this.name(objectOf(result), f.type.result.kind === 'pointer' ? (f.type.result.target as RecordType) : null, path, {
      root: path,
      block: objectOf(result),
      depth: 0,
    });
    return result;
  }

  /** What the contents of a block depend on: the choice of its constructor, and the numbers that it got. Null if it is no such block. */
  originsOf(id: number): readonly string[] | null {
    const path = this.blocks.get(id);
    return path === undefined ? null : [path, ...(this.numbers.get(path) ?? [])];
  }

  /** A block that was made now, from its beginning. */
  private isWhole(pointer: number): boolean {
    const id = objectOf(pointer);
    return this.m.memory.isAlive(id) && this.blocks.has(id) && offsetOf(pointer) === 0;
  }

  /** Records behind this one have places of their own, and choices may put other objects there. */
  private name(id: number, type: RecordType | null, path: string, behind: Behind): void {
    const { root, depth } = behind;
    this.blocks.set(id, path);
    this.numbers.set(path, this.numbers.get(root) ?? []);
    if (!type || depth > DEEPEST || type.size > this.m.memory.size[id]!) return;
    for (const scalar of scalarsOf(type, `${path}->`)) {
      if (scalar.bits || scalar.type.kind !== 'pointer') continue;
      const old = readValue(this.m.memory, this.m.memory.base[id]! + scalar.offset, scalar.type);
      if (this.given.isChosen(scalar.path)) this.replace(id, scalar, old);
      else this.nameBehind(scalar, old, { ...behind, depth: depth + 1 });
    }
  }

  private replace(id: number, scalar: Scalar, old: Value): void {
    this.m.escaped.add(old);
    this.given.store(id, scalar, []);
  }

  private nameBehind({ type, path }: Scalar, value: Value, behind: Behind): void {
    const next = typeof value === 'number' ? objectOf(value) : 0;
    if (type.kind !== 'pointer' || type.target.kind !== 'record' || this.blocks.get(next) !== behind.root) return;
    if (offsetOf(value as number) !== 0 || next === behind.block) return;
    this.given.note(path, type, value);
    this.name(next, type.target, path, behind);
  }
}

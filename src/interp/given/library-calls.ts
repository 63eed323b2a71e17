// The log of calls of library functions, of the interpreter and of models, with what models did to their arguments.
// Asked for by RunOptions.record; filled by instrumented calls (compile/recorder.ts).

import type { FunctionType } from '../../types/types.js';
import { readErrno } from '../libc/errno.js';
import type { Machine } from '../machine.js';
import { BIAS, objectOf, offsetOf } from '../pointer.js';
import type { Value } from '../rep.js';

export interface LibraryCall {
  /** As the linker knows it. */
  readonly name: string;
  readonly type: FunctionType | null;
  /** `model`: C stands for the function, which leaves open what happens. */
  readonly by: 'interpreter' | 'model';
  readonly arguments: readonly Value[];
  /** The numbers of the allocations that it requested: those after the first, up to the last. */
  readonly requests: readonly [number, number];
  /** Null if it did not return. */
  readonly result: Value | null;
  readonly errno: number;
  readonly effects: readonly Effect[];
  /** The bytes from the result to the end of its object, if the call allocated that. */
  readonly made: Bytes | null;
  /** Did it ask for numbers that nothing decides? */
  readonly isOpen: boolean;
}

export interface Bytes {
  readonly bytes: Uint8Array;
  readonly holdsPointer: boolean;
}

/** What a model did to what an argument points to. */
export type Effect =
  | ({ readonly kind: 'write'; readonly argument: number; readonly offset: number } & Bytes)
  | { readonly kind: 'free'; readonly argument: number };

/** A call that has not returned. */
export interface Pending extends Omit<LibraryCall, 'requests' | 'result' | 'errno' | 'effects' | 'made' | 'isOpen'> {
  readonly requested: number;
  readonly drawn: number;
  readonly failed: number;
  readonly before: readonly (Uint8Array | null)[];
}

/** Of longer objects, only the beginning is compared. */
const LONGEST = 1 << 16;

export class CallLog {
  readonly calls: LibraryCall[] = [];

  begin(m: Machine, call: Pick<Pending, 'name' | 'type' | 'by' | 'arguments'>): Pending {
    const before = call.arguments.map((v) => (call.by === 'model' ? (bytesAt(m, v)?.slice() ?? null) : null));
    return {
      ...call,
      requested: m.allocator.requests,
      drawn: m.given!.answers.draws,
      failed: m.given!.answers.failures,
      before,
    };
  }

  end(m: Machine, { requested, before, drawn, failed, ...call }: Pending, result: Value | null): void {
    const hasFailed = m.given!.answers.failures > failed;
    this.calls.push({
      ...call,
      by: hasFailed ? 'model' : call.by,
      requests: [requested, m.allocator.requests],
      result,
      errno: readErrno(m),
      effects: call.arguments.flatMap((value, i) => effectsOn(m, value, i, before[i] ?? null)),
      made: m.allocator.requests > requested ? madeBy(m, result) : null,
      isOpen: hasFailed || m.given!.answers.draws > drawn,
    });
  }
}

/** The bytes from the pointer to the end of its object. */
function bytesAt({ memory }: Machine, value: Value): Uint8Array | null {
  const id = typeof value === 'number' ? objectOf(value) : 0;
  if (!memory.isAlive(id)) return null;
  const offset = offsetOf(value as number);
  if (offset < 0 || offset > memory.size[id]!) return null;
  const start = memory.base[id]! + offset;
  return memory.u8.subarray(start, Math.min(start + LONGEST, memory.base[id]! + memory.size[id]!));
}

function effectsOn(m: Machine, value: Value, argument: number, before: Uint8Array | null): Effect[] {
  if (!before) return [];
  const after = bytesAt(m, value);
  if (!after) return [{ kind: 'free', argument }];
  const length = Math.max(before.length, after.length);
  const first = Array.from({ length }, (_, i) => i).find((i) => after[i] !== before[i]);
  if (first === undefined) return [];
  let end = length;
  while (after[end - 1] === before[end - 1]) end--;
  const offset = first - (first % m.pointerSize);
  return [{ kind: 'write', argument, offset, ...copyOf(m, after.subarray(offset, end)) }];
}

function madeBy(m: Machine, result: Value | null): Bytes | null {
  const bytes = result === null ? null : bytesAt(m, result);
  return bytes && copyOf(m, bytes);
}

/** A pointer is known by the object that it names. */
function copyOf({ memory, pointerSize }: Machine, from: Uint8Array): Bytes {
  const bytes = from.slice();
  const view = new DataView(bytes.buffer);
  let holdsPointer = false;
  for (let i = 0; pointerSize === 8 && i + 8 <= bytes.length; i += 8) {
    const [low, high] = [view.getUint32(i, true), view.getUint32(i + 4, true)];
    if (memory.isAlive(high) && Math.abs(low - BIAS) <= LONGEST) holdsPointer = true;
  }
  return { bytes, holdsPointer };
}

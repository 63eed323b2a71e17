// Which heap memory is reachable: a mark phase from static objects, the stack, the registers of frames and what has escaped.
// Runs at the end of a program, and between instructions when the loss of an allocation is located.

import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import type { Memory } from './memory.js';
import { BIAS } from './pointer.js';
import type { Value } from './rep.js';
import { highWord, type Int, lowWord } from './wide.js';

/** Pointers this far outside their object still count as references to it. */
const SLACK = 4096;
/** Programs keep tags in the upper bits of pointers; ids need only these bits. */
const ID_BITS = 0xfffff;

/** Ids of the live heap objects that are reachable. */
export const markReachable = (m: Machine): Set<number> => mark(m, m.frame, new Set());

/** The same without what only variables of the innermost frame lead to. */
export function markBehindFrame(m: Machine): Set<number> {
  const { frame } = m;
  if (!frame) return new Set();
  const own = frame.code.memorySlots.map((slot) => highWord(frame.registers[slot] as Int) & ID_BITS);
  return mark(m, frame.caller, new Set([...own, ...(frame.allocas ?? [])]));
}

function mark(m: Machine, innermost: Frame | null, without: ReadonlySet<number>): Set<number> {
  const marker = new Marker(m.memory);
  const { memory } = m;
  for (const id of memory.living()) if (memory.info[id]!.kind !== 'heap' && !without.has(id)) marker.scan(id);
  for (let f = innermost; f; f = f.caller) markFrame(m, marker, f);
  for (const { args } of m.process.exitHandlers) for (const v of args) marker.value(v);
  for (const v of m.escaped) marker.value(v);
  marker.finish();
  return marker.marked;
}

function markFrame(m: Machine, marker: Marker, f: Frame): void {
  const { body, registerSlots } = f.code;
  const facts = m.factsOf(body);
  const live = f.node ? facts.liveTemporaries(f.node, f === m.frame ? 'before' : 'after') : null;
  for (const slot of registerSlots) {
    if (live && body.variables[slot]!.kind === 'temporary' && !live.has(slot)) continue;
    marker.value(f.registers[slot]!);
  }
  for (const v of f.extra) marker.value(v);
}

class Marker {
  readonly marked = new Set<number>();
  private readonly pending: number[] = [];

  constructor(private readonly memory: Memory) {}

  value(v: Value): void {
    if (v instanceof Uint8Array) this.bytes(v);
    else if (typeof v === 'bigint' || (Number.isInteger(v) && (v as number) >= 2 ** 32)) {
      this.word(lowWord(v as Int), highWord(v as Int));
    } else if (this.memory.addresses32 && Number.isInteger(v)) this.address32(v as number);
  }

  /** A record that is passed or returned; pointers may lie askew in it. */
  private bytes(v: Uint8Array): void {
    const { addresses32, pointerSize } = this.memory;
    const view = new DataView(v.buffer, v.byteOffset, v.byteLength);
    for (let i = 0; i + pointerSize <= v.length; i++) {
      if (addresses32) this.address32(view.getUint32(i, true));
      else this.word(view.getUint32(i, true), view.getUint32(i + 4, true));
    }
  }

  /** An address of four bytes, perhaps kept as a number. */
  private address32(address: number): void {
    const pointer = this.memory.addresses32!.decode(address >>> 0);
    if (pointer >= 2 ** 32) this.word(lowWord(pointer), highWord(pointer));
  }

  /** Scans every aligned word of an object, or every byte if it holds unaligned pointers. */
  scan(id: number): void {
    const { memory } = this;
    const start = memory.base[id]!;
    const end = start + memory.size[id]!;
    const step = memory.packed[id] ? 1 : memory.pointerSize;
    if (memory.addresses32) {
      for (let a = start; a + 4 <= end; a += step) {
        this.address32(memory.view.getUint32(a, true));
      }
    } else if (step === 1) {
      for (let a = start; a + 8 <= end; a++)
        this.word(memory.view.getUint32(a, true), memory.view.getUint32(a + 4, true));
    } else {
      const words = memory.u32;
      for (let a = start; a + 8 <= end; a += 8) this.word(words[a >> 2]!, words[(a >> 2) + 1]!);
    }
  }

  finish(): void {
    for (let id = this.pending.pop(); id !== undefined; id = this.pending.pop()) this.scan(id);
  }

  private word(low: number, high: number): void {
    const id = high & ID_BITS;
    if (id === 0 || low < BIAS - 2 ** 27) return;
    const { memory } = this;
    if (!memory.isAlive(id) || memory.info[id]!.kind !== 'heap' || this.marked.has(id)) return;
    const offset = low - BIAS;
    const size = memory.size[id]!;
    if (offset < -size - SLACK || offset > 2 * size + SLACK) return;
    this.marked.add(id);
    this.pending.push(id);
  }
}

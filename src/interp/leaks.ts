// Lost heap memory, and the statement that lost each piece: runs are deterministic, so time can be searched.
// After a run, the program is run again with stops in between; what is lost stays lost, so a binary search works.

import type { Location } from '../base/source.js';
import type { CallSite } from './incidents.js';
import type { Linkage } from './linkage.js';
import type { Machine } from './machine.js';
import type { Memory } from './memory.js';
import type { RunOptions } from './options.js';
import { chainOf, locateSite } from './places.js';
import { markBehindFrame, markReachable } from './reach.js';
import { runWithStops } from './stops.js';

/** An allocation that was not freed by the end of a run. */
export interface Block {
  /** Numbers the program's allocations from 0. */
  readonly serial: number;
  readonly size: number;
  readonly allocated: Location | null;
}

export interface LostBlock extends Block {
  /** Where the last reference was lost, innermost call first; null if it was not searched for. */
  readonly lost: readonly CallSite[] | null;
  /** The number of instructions before the one that lost it; null if it was not searched for. */
  readonly after: number | null;
  /** Was it lost because main returned? Only its local variables led to it. */
  readonly asMainReturns?: true;
}

export interface HeapAtEnd {
  readonly lost: readonly Block[];
  readonly reachable: readonly Block[];
}

export function inspectHeap(m: Machine): HeapAtEnd {
  const left = [...m.memory.living()].filter((id) => m.memory.info[id]!.kind === 'heap');
  if (left.length === 0) return { lost: [], reachable: [] };
  const marked = markReachable(m);
  const lost: Block[] = [];
  const reachable: Block[] = [];
  for (const id of left) (marked.has(id) ? reachable : lost).push(describeBlock(m.memory, id));
  const byAge = (a: Block, b: Block) => a.serial - b.serial;
  return { lost: lost.sort(byAge), reachable: reachable.sort(byAge) };
}

/** Where heap memory was allocated, freed memory included; each place once. */
export function allocationsOf({ memory }: Machine): Location[] {
  const sites = new Map<unknown, Location>();
  for (const info of memory.info) {
    if (info?.kind === 'heap' && info.allocated) sites.set(info.allocated.node, locateSite(info.allocated));
  }
  return [...sites.values()];
}

function describeBlock(memory: Memory, id: number): Block {
  const info = memory.info[id]!;
  return { serial: info.serial, size: memory.size[id]!, allocated: info.allocated && locateSite(info.allocated) };
}

// ---- the search --------------------------------------------------------------------------------------------------

/** Longer runs are not repeated, and no more allocations than this are searched for. */
const LONGEST = 300_000_000;
const MOST_BLOCKS = 100;
const STOPS = 64;

/** Not lost after `low` instructions, lost after `high`. */
interface Interval {
  low: number;
  high: number;
}

export function locateLosses(
  linkage: Linkage,
  options: RunOptions,
  lost: readonly Block[],
  steps: number,
): readonly LostBlock[] {
  if (steps > LONGEST) return lost.map((b) => ({ ...b, lost: null, after: null }));
  const followed = new Map(
    lost.slice(0, MOST_BLOCKS).map((b): [number, Interval] => [b.serial, { low: 0, high: steps }]),
  );
  for (let width = Infinity, left = widthOf(followed); left < width; left = widthOf(followed)) {
    width = left;
    const stops = chooseStops([...followed.values()]);
    if (stops.length > 0) runWithStops(linkage, options, stops, (m) => narrow(m, followed));
  }
  const chains = new Map<number, readonly CallSite[]>();
  const returns = new Set<number>();
  const overwritten = new Map<number, ReadonlySet<number>>();
  const ends = [...new Set([...followed.values()].map((i) => i.low))].sort((a, b) => a - b);
  runWithStops(linkage, options, ends, (m) => {
    chains.set(m.steps, chainOf(m));
    if (m.frame?.node?.kind !== 'return') return;
    if (!m.frame.caller) returns.add(m.steps);
    else if (m.frame.store) overwritten.set(m.steps, serialsOf(m, markBehindFrame(m)));
  });
  return lost.map((b) => {
    const end = followed.get(b.serial)?.low ?? -1;
    const asMainReturns = returns.has(end) ? { asMainReturns: true as const } : {};
    const chain = chains.get(end);
    // What more than the returning function leads to is lost where the caller stores the result.
    const lost = overwritten.get(end)?.has(b.serial) ? chain?.slice(1) : chain;
    return { ...b, lost: lost ?? null, after: chain ? end : null, ...asMainReturns };
  });
}

const serialsOf = ({ memory }: Machine, ids: ReadonlySet<number>): Set<number> =>
  new Set([...ids].map((id) => memory.info[id]!.serial));

/** Where one step makes several instructions, as where an object of the input is made, an interval stays open. */
const widthOf = (followed: ReadonlyMap<number, Interval>): number =>
  [...followed.values()].reduce((sum, { low, high }) => sum + high - low, 0);

/** Stops spread evenly over the open intervals, in order. */
function chooseStops(intervals: readonly Interval[]): number[] {
  const open = new Map(intervals.filter((i) => i.high - i.low > 1).map((i) => [`${i.low} ${i.high}`, i]));
  const each = Math.max(1, Math.floor(STOPS / Math.max(1, open.size)));
  const stops = new Set<number>();
  for (const { low, high } of open.values()) {
    const count = Math.min(each, high - low - 1);
    for (let k = 1; k <= count; k++) stops.add(low + Math.max(1, Math.floor(((high - low) * k) / (count + 1))));
  }
  return [...stops].sort((a, b) => a - b);
}

function narrow(m: Machine, followed: ReadonlyMap<number, Interval>): void {
  const marked = markReachable(m);
  const lost = new Set<number>();
  for (const id of m.memory.living()) {
    const info = m.memory.info[id]!;
    if (info.kind === 'heap' && !marked.has(id)) lost.add(info.serial);
  }
  for (const [serial, interval] of followed) {
    if (m.steps <= interval.low || m.steps >= interval.high) continue;
    if (lost.has(serial)) interval.high = m.steps;
    else interval.low = m.steps;
  }
}

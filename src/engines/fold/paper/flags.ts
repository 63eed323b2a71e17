// Names of flags as numbers: the kind of flag, and the places that it describes. Equal names denote equal flags.
// Hot path: every operator asks for every edge. Text is produced for printing only.

import { Exhausted } from '../../../base/crash.js';
import type { Flag, NodeId } from '../kernel.js';

export const FLAG_KINDS = [
  'edge',
  'ghost-in',
  'exists',
  'out',
  'in-low',
  'in-high',
  'reach',
  'other-low',
  'other-high',
] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

/** The number of a pair of node and offset. */
type PlaceId = number;

const MOST_PLACES = 2 ** 22;
const KINDS = 16;
const KIND: Readonly<Record<FlagKind, number>> = {
  edge: 0,
  'ghost-in': 1,
  exists: 2,
  out: 3,
  'in-low': 4,
  'in-high': 5,
  reach: 6,
  'other-low': 7,
  'other-high': 8,
};

export class FlagNames {
  private readonly known = new Map<number, Flag>();
  private readonly placesOf: Map<number, PlaceId>[] = [];
  private readonly places: { readonly node: NodeId; readonly offset: number }[] = [];
  private readonly keys: number[] = [];

  place(node: NodeId, offset: number): PlaceId {
    let known = this.placesOf[node];
    if (known === undefined) this.placesOf[node] = known = new Map();
    let id = known.get(offset);
    if (id === undefined) {
      id = this.places.push({ node, offset }) - 1;
      if (id >= MOST_PLACES) throw new Exhausted('more places than flags can name');
      known.set(offset, id);
    }
    return id;
  }

  keyOf(kind: FlagKind, from: PlaceId, to: PlaceId): number {
    return (from * MOST_PLACES + to) * KINDS + KIND[kind];
  }

  find(key: number): Flag | undefined {
    return this.known.get(key);
  }

  add(key: number, flag: Flag): void {
    this.known.set(key, flag);
    this.keys[flag] = key;
  }

  /** For printing: `out 5.8`, `edge 5.8 7.0`. */
  describe(flag: Flag, nameOf: (id: NodeId) => string): string {
    const key = this.keys[flag];
    if (key === undefined) return flag === 1 ? 'leaked' : 'an untested allocation has failed';
    const kind = FLAG_KINDS[key % KINDS]!;
    const pair = Math.floor(key / KINDS);
    const text = (id: PlaceId) => {
      const { node, offset } = this.places[id]!;
      return offset === 0 ? nameOf(node) : `${nameOf(node)}+${offset}`;
    };
    const [from, to] = [text(Math.floor(pair / MOST_PLACES)), text(pair % MOST_PLACES)];
    return DESCRIPTIONS[kind](from, to);
  }
}

const DESCRIPTIONS: Readonly<Record<FlagKind, (from: string, to: string) => string>> = {
  edge: (from, to) => `${from} → ${to}`,
  'ghost-in': (from, to) => `another ${from} → ${to}`,
  exists: (from) => `∃ ${from}`,
  out: (from) => `${from} ≠ null`,
  'in-low': (from) => `odd or many into ${from}`,
  'in-high': (from) => `two or more into ${from}`,
  'other-low': (from) => `odd or many of other kinds into ${from}`,
  'other-high': (from) => `two or more of other kinds into ${from}`,
  reach: (from, to) => `${from} ⇝ ${to}`,
};

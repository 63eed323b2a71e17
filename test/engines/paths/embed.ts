// Is a concrete heap embedded in an abstract state (Definition 3.2)? Searches for the map from objects to nodes.
// Used by the differential test on every heap of a run.

import type { Settings } from '../../../src/engines/paths/analysis.js';
import { rootOf, stepOf } from '../../../src/engines/paths/chains.js';
import { backOf, firstOf, secondOf } from '../../../src/engines/paths/inverse.js';
import {
  type Cell,
  cellOf,
  ENDED,
  FREED,
  isHeap,
  isNull,
  isNumber,
  isSomewhere,
  type Name,
  nameOf,
  offsetOf,
  pointsToNode,
  type Targets,
  UNINITIALIZED,
  UNKNOWN,
  valueOfTarget,
} from '../../../src/engines/paths/paper/cell.js';
import { FROM_HEAP, type ShapeNode } from '../../../src/engines/paths/paper/graph.js';
import type { State } from '../../../src/engines/paths/state.js';
import { isRegister } from '../../../src/engines/paths/variable-names.js';
import type { CellValue, HeapNode, HeapSnapshot } from '../../../src/interp/snapshot.js';
import type { Variable } from '../../../src/ir/instr.js';
import { isNonzero, rangeOf } from '../../../src/numeric/numbers.js';

/** The limit on the number of choices. */
const MOST_STEPS = 300;
export const GIVEN_UP = 'given up';

/** null: embedded; otherwise why not, or that the search gave up. */
export function embed(settings: Settings, state: State, heap: HeapSnapshot): string | null {
  return new Embedding(settings, state, heap).search();
}

interface Root {
  readonly name: Name;
  readonly cells: ReadonlyMap<number, CellValue>;
}

class Embedding {
  private readonly roots: Root[] = [];
  private readonly map = new Map<number, Name | null>();
  /** The remaining candidates of each object; null: no node, as for unknown memory. */
  private readonly choices = new Map<number, readonly (Name | null)[]>();
  private why = '';
  private steps = 0;

  constructor(
    private readonly settings: Settings,
    private readonly state: State,
    private readonly heap: HeapSnapshot,
  ) {}

  search(): string | null {
    const depth = this.heap.frames.length - 1;
    for (const [i, frame] of this.heap.frames.entries()) {
      for (const { variable, value, node } of frame.variables) {
        if (!this.variable(variable, depth - i, value, node)) return this.why;
      }
    }
    for (const { variable, value, node } of this.heap.globals) {
      if (!this.variable(variable, -1, value, node)) return this.why;
    }
    const objects = this.inOrder();
    this.choose(objects);
    if (this.narrow(objects) && this.isOnto() && this.assign(objects, 0)) return null;
    return this.steps > MOST_STEPS ? GIVEN_UP : this.why || 'no map from objects to nodes';
  }

  /** Heap allocations, neighbours in sequence, in the order in which variables reach them. */
  private inOrder(): HeapNode[] {
    const found = new Set<HeapNode>();
    const add = (value: CellValue): void => {
      const node = value.kind === 'pointer' ? this.heap.nodes.get(value.node) : null;
      if (node?.kind === 'heap' && node.state === 'alive') found.add(node);
    };
    for (const { cells } of this.roots) for (const value of cells.values()) add(value);
    for (const object of found) for (const { value } of object.cells) add(value);
    for (const object of this.heap.nodes.values())
      if (object.kind === 'heap' && object.state === 'alive') found.add(object);
    return [...found];
  }

  // ---- before the search: constraints of single objects and of their neighbours ------------------------------------

  private choose(objects: readonly HeapNode[]): void {
    const followed = new Set([...this.map.keys(), ...objects.map(({ id }) => id)]);
    const reached = this.rootCells().map(({ key, value }) => ({ key, ids: this.reachedFrom(value, followed) }));
    const pointers = this.pointersTo();
    const nodes = [...this.state.graph.values()].filter((node) => isHeap(node.name));
    for (const { id, size } of objects) {
      const fit = nodes.filter((node) => {
        if (node.size !== null && node.size !== size) return false;
        if (!agrees(node.shared.get(FROM_HEAP) ?? 0, (pointers.get(id) ?? 0) >= 2)) return false;
        return reached.every(({ key, ids }) => agrees(node.reach.get(key) ?? 0, ids.has(id)));
      });
      this.choices.set(id, [...fit.map((node) => node.name), null]);
    }
  }

  /** Removes candidates that no neighbour allows, up to a fixpoint; false if some object has none left. */
  private narrow(objects: readonly HeapNode[]): boolean {
    for (let changed = true; changed; ) {
      changed = false;
      for (const object of objects) {
        const before = this.choices.get(object.id)!;
        const after = before.filter((name) => this.isAllowed(object, name, objects));
        if (after.length === 0) this.why ||= `object ${object.id} has no node`;
        if (after.length === 0) return false;
        this.choices.set(object.id, after);
        changed ||= after.length < before.length;
      }
    }
    return true;
  }

  /** Does each node have a candidate? */
  private isOnto(): boolean {
    const chosen = new Set([...this.choices.values()].flat());
    for (const name of this.state.graph.keys())
      if (isHeap(name) && !chosen.has(name)) return this.fail(`node ${name} stands for nothing`);
    return true;
  }

  private isAllowed(object: HeapNode, name: Name | null, objects: readonly HeapNode[]): boolean {
    this.map.set(object.id, name);
    const allowed =
      this.rootsHold() &&
      this.someHold(object, object) &&
      objects.every((other) => other === object || this.isNeighbourly(object, other));
    this.map.delete(object.id);
    return allowed;
  }

  /** Is there a candidate of the other object that satisfies all edges between the two? */
  private isNeighbourly(object: HeapNode, other: HeapNode): boolean {
    if (!pointsTo(object, other) && !pointsTo(other, object)) return true;
    return this.choices.get(other.id)!.some((name) => {
      this.map.set(other.id, name);
      const holds = this.someHold(object, other) && this.someHold(other, object);
      this.map.delete(other.id);
      return holds;
    });
  }

  /** The cells of `object` that point to `other`, or to nothing that needs a node. */
  private someHold(object: HeapNode, other: HeapNode): boolean {
    const cells = object.cells.filter(({ value }) => value.kind !== 'pointer' || value.node === other.id);
    return this.objectHolds({ ...object, cells });
  }

  private rootCells(): { key: Cell; value: CellValue }[] {
    return this.roots.flatMap(({ name, cells }) => {
      const node = this.state.graph.get(name)!;
      return [...cells]
        .filter(([offset]) => node.cells.has(offset))
        .map(([offset, value]) => ({ key: cellOf(name, offset), value }));
    });
  }

  private pointersTo(): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const object of this.heap.nodes.values()) {
      if (object.kind !== 'heap' || object.state !== 'alive') continue;
      for (const { value } of object.cells)
        if (value.kind === 'pointer') counts.set(value.node, (counts.get(value.node) ?? 0) + 1);
    }
    return counts;
  }

  private variable(variable: Variable, depth: number, value: CellValue | null, node: number | null): boolean {
    const name = this.settings.slots.ofVariable(variable, depth);
    if (isRegister(variable)) return value === null || this.number(cellOf(name, 0), value);
    const cells = new Map<number, CellValue>();
    if (value) cells.set(0, value);
    for (const cell of (node === null ? null : this.heap.nodes.get(node))?.cells ?? [])
      cells.set(cell.offset, cell.value);
    if (node !== null) this.map.set(node, this.state.graph.has(name) ? name : null);
    if (this.state.graph.has(name)) this.roots.push({ name, cells });
    return true;
  }

  private number(key: Cell, value: CellValue): boolean {
    if (value.kind !== 'number') return true;
    const v = Number(value.value);
    const { low, high } = rangeOf(this.state.numbers, key);
    if (v >= low && v <= high && (v !== 0 || !isNonzero(this.state.numbers, key))) return true;
    this.why = `a number is ${v}, not in [${low}, ${high}]`;
    return false;
  }

  private assign(objects: readonly HeapNode[], index: number): boolean {
    const object = objects[index];
    if (!object) return this.check();
    if (++this.steps > MOST_STEPS) return false;
    for (const name of this.choices.get(object.id)!) {
      if (name !== null && this.isTaken(name)) continue;
      this.map.set(object.id, name);
      if (this.edgesHold(objects, index + 1) && this.assign(objects, index + 1)) return true;
    }
    this.map.delete(object.id);
    return false;
  }

  private isTaken(name: Name): boolean {
    return this.state.graph.get(name)!.unique && [...this.map.values()].includes(name);
  }

  /** Every edge between objects that have a node. */
  private edgesHold(objects: readonly HeapNode[], placed: number): boolean {
    return this.rootsHold() && objects.slice(0, placed).every((object) => this.objectHolds(object));
  }

  private rootsHold(): boolean {
    return this.roots.every(({ name, cells }) => {
      const node = this.state.graph.get(name)!;
      return [...cells].every(([offset, value]) => this.cellHolds(node, offset, value));
    });
  }

  private objectHolds(object: HeapNode): boolean {
    const name = this.map.get(object.id);
    if (name === null || name === undefined) {
      const pointsBack = object.cells.some(({ value }) => value.kind === 'pointer' && this.isTracked(value.node));
      if (pointsBack) this.why = 'an object that is not tracked points to one that is';
      return !pointsBack;
    }
    const node = this.state.graph.get(name)!;
    return object.cells.every(
      ({ offset, value, type }) => (type === null && isVague(value)) || this.cellHolds(node, offset, value),
    );
  }

  private isTracked(id: number): boolean {
    const name = this.map.get(id);
    return name !== undefined && name !== null && isHeap(name);
  }

  private cellHolds(node: ShapeNode, offset: number, value: CellValue): boolean {
    const targets = node.cells.get(offset) ?? node.rest;
    if (this.holds(targets, value))
      return node.unique && node.cells.has(offset) ? this.number(cellOf(node.name, offset), value) : true;
    this.why = `cell +${offset} of node ${node.name} holds ${JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : typeof v === 'object' && v?.kind === 'function' ? v.name : v))}, not one of ${targets.join()}`;
    return false;
  }

  private holds(targets: Targets, value: CellValue): boolean {
    if (targets.includes(UNKNOWN)) {
      if (value.kind !== 'pointer' || !this.isTracked(value.node)) return true;
    }
    switch (value.kind) {
      case 'null':
        return targets.some(isNull);
      case 'uninitialized':
        return targets.includes(UNINITIALIZED);
      case 'number':
        return targets.some((t) => isNull(t) || t === UNINITIALIZED || mayBe(t, Number(value.value)));
      case 'function':
        return targets.some((t) => t < 0);
      case 'pointer':
        return this.holdsPointer(targets, value.node, value.offset);
    }
  }

  private holdsPointer(targets: Targets, id: number, offset: number): boolean {
    const object = this.heap.nodes.get(id)!;
    if (object.state === 'freed') return targets.includes(FREED);
    if (object.state === 'ended') return targets.includes(ENDED);
    const name = this.map.get(id);
    if (name === undefined) return targets.some((t) => pointsToNode(t) || t === UNKNOWN);
    if (name === null) return targets.includes(UNKNOWN);
    return targets.some((t) => t === cellOf(name, offset) || (nameOf(t) === name && isSomewhere(offsetOf(t))));
  }

  // ---- the predicates, once every object has a node ----------------------------------------------------------------

  private check(): boolean {
    const images = new Map<Name, number>();
    for (const name of this.map.values()) if (name !== null) images.set(name, (images.get(name) ?? 0) + 1);
    for (const node of this.state.graph.values()) {
      if (!isHeap(node.name)) continue;
      if (!images.has(node.name)) return this.fail(`node ${node.name} stands for nothing`);
      if (node.unique && images.get(node.name) !== 1) return this.fail(`node ${node.name} stands for several`);
    }
    return this.checkReach() && this.checkSharing() && this.checkInverse() && this.checkChains();
  }

  private fail(why: string): boolean {
    this.why = why;
    return false;
  }

  private checkReach(): boolean {
    for (const { key, value } of this.rootCells()) {
      const reached = this.reachedFrom(value, this.map);
      for (const [id, image] of this.map) {
        if (image === null) continue;
        const r = this.state.graph.get(image)!.reach.get(key) ?? 0;
        if (!agrees(r, reached.has(id))) return this.fail(`r of ${image} from ${key} is ${r}`);
      }
    }
    return true;
  }

  private reachedFrom(value: CellValue, followed: { has(id: number): boolean }): Set<number> {
    const found = new Set<number>();
    const pending = value.kind === 'pointer' ? [value.node] : [];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const object = this.heap.nodes.get(id)!;
      if (found.has(id) || object.state !== 'alive' || !followed.has(id)) continue;
      found.add(id);
      for (const { value: v } of object.cells) if (v.kind === 'pointer') pending.push(v.node);
    }
    return found;
  }

  /** u->f->g = u for every tracked u->f. */
  private checkInverse(): boolean {
    for (const [id, image] of this.map) {
      const pairs = image === null ? [] : this.state.graph.get(image)!.inverse;
      for (const pair of pairs) {
        const next = this.pointerAt(id, firstOf(pair));
        if (next === null || !this.isFollowed(next.node)) continue;
        const back = this.pointerAt(next.node, next.offset + secondOf(pair));
        if (back?.node !== id || back.offset !== backOf(pair))
          return this.fail(`+${firstOf(pair)} of ${image} does not lead back by +${secondOf(pair)}`);
      }
    }
    return true;
  }

  private isFollowed(id: number): boolean {
    const name = this.map.get(id);
    const node = name === undefined || name === null ? undefined : this.state.graph.get(name);
    return node !== undefined && !node.escaped;
  }

  /** Every location is on the path from the root along links of one kind. */
  private checkChains(): boolean {
    for (const [id, image] of this.map) {
      for (const chain of image === null ? [] : this.state.graph.get(image)!.along) {
        const root = this.roots.find((r) => r.name === nameOf(rootOf(chain)))?.cells.get(offsetOf(rootOf(chain)));
        if (root && !this.metFrom(root, stepOf(chain)).has(id))
          return this.fail(`${image} is not reached from ${rootOf(chain)} along +${stepOf(chain)}`);
      }
    }
    return true;
  }

  private metFrom(value: CellValue, step: number): Set<number> {
    const met = new Set<number>();
    const places = new Set<string>();
    let place = value.kind === 'pointer' ? value : null;
    while (place && !places.has(`${place.node}+${place.offset}`)) {
      places.add(`${place.node}+${place.offset}`);
      met.add(place.node);
      place = this.pointerAt(place.node, place.offset + step);
    }
    return met;
  }

  private pointerAt(id: number, offset: number): Extract<CellValue, { kind: 'pointer' }> | null {
    const value = this.heap.nodes.get(id)?.cells.find((c) => c.offset === offset)?.value;
    return value?.kind === 'pointer' ? value : null;
  }

  private checkSharing(): boolean {
    const counts = this.pointersTo();
    for (const [id, image] of this.map) {
      if (image === null || !isHeap(image)) continue;
      const shared = this.state.graph.get(image)!.shared.get(FROM_HEAP) ?? 0;
      if (!agrees(shared, (counts.get(id) ?? 0) >= 2)) return this.fail(`sharing of ${image} is ${shared}`);
    }
    return true;
  }
}

/** Does the predicate allow this value? */
const agrees = (predicate: number, holds: boolean): boolean => predicate === 0.5 || (predicate === 1) === holds;

const pointsTo = (object: HeapNode, { id }: HeapNode): boolean =>
  object.cells.some(({ value }) => value.kind === 'pointer' && value.node === id);

/** Is it the number of the target, if that is known? */
const mayBe = (t: number, value: number): boolean => isNumber(t) && (valueOfTarget(t) ?? value) === value;

/** Eight bytes of an untyped allocation may be two numbers, or one and padding. */
const isVague = (value: CellValue): boolean => value.kind === 'uninitialized' || value.kind === 'number';

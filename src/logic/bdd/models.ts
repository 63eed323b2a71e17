// The satisfying assignments of a BDD: counted, listed as cubes, printed; and the size and support of a function.
// For explanations, drawings, benches and tests; the analysis itself never enumerates.

import { type Bdd, FALSE, type Ref, TRUE, type Variable } from './bdd.js';

/** A partial assignment: variables that are not in it may have either value. */
export type Cube = ReadonlyMap<Variable, boolean>;

/** The number of satisfying assignments over all variables of the kernel. */
export function countModels(bdd: Bdd, f: Ref): number {
  const known = new Map<Ref, number>();
  const share = (g: Ref): number => {
    if (g === TRUE) return 1;
    if (g === FALSE) return 0;
    const before = known.get(g);
    if (before !== undefined) return before;
    const result = (share(bdd.lowOf(g)) + share(bdd.highOf(g))) / 2;
    known.set(g, result);
    return result;
  };
  return share(f) * 2 ** bdd.variables;
}

/** Disjoint cubes that together make up `f`, in the order of the diagram. */
export function* cubesOf(bdd: Bdd, f: Ref): Generator<Cube> {
  const path = new Map<Variable, boolean>();
  yield* walk(bdd, f, path);
}

function* walk(bdd: Bdd, f: Ref, path: Map<Variable, boolean>): Generator<Cube> {
  if (f === FALSE) return;
  if (f === TRUE) {
    yield new Map(path);
    return;
  }
  const v = bdd.variableOf(f);
  for (const value of [false, true]) {
    path.set(v, value);
    yield* walk(bdd, value ? bdd.highOf(f) : bdd.lowOf(f), path);
  }
  path.delete(v);
}

/** One satisfying assignment, or null. */
export function pickCube(bdd: Bdd, f: Ref): Cube | null {
  for (const cube of cubesOf(bdd, f)) return cube;
  return null;
}

export function evaluate(bdd: Bdd, f: Ref, assignment: (v: Variable) => boolean): boolean {
  let at = f;
  while (at > FALSE) at = assignment(bdd.variableOf(at)) ? bdd.highOf(at) : bdd.lowOf(at);
  return at === TRUE;
}

/** `a !b c | !a`, with at most `limit` cubes before an ellipsis. */
export function printCubes(bdd: Bdd, f: Ref, nameOf: (v: Variable) => string, limit = 16): string {
  if (f === FALSE) return 'false';
  const lines: string[] = [];
  for (const cube of cubesOf(bdd, f)) {
    if (lines.length === limit) return `${lines.join(' | ')} | …`;
    const literals = [...cube].map(([v, value]) => (value ? nameOf(v) : `!${nameOf(v)}`));
    lines.push(literals.join(' ') || 'true');
  }
  return lines.join(' | ');
}

/** The variables that `f` depends on, in their order. */
export function supportOf(bdd: Bdd, f: Ref): Variable[] {
  const found = new Set<Variable>();
  forEachNode(bdd, f, (v) => found.add(v));
  return [...found].sort((a, b) => bdd.levelOfVariable(a) - bdd.levelOfVariable(b));
}

/**
 * For every variable, whether some satisfying assignment makes it true: one walk over the diagram, no new nodes. An edge
 * that skips a level leaves the variable there free.
 */
export function canBeTrue(bdd: Bdd, f: Ref): Uint8Array {
  const result = new Uint8Array(bdd.variables + 1);
  const skipped = new Int32Array(bdd.variables + 1);
  const stack: Ref[] = [];
  bdd.beginWalk();
  follow(bdd, 0, f, skipped, stack);
  for (let g = stack.pop(); g !== undefined; g = stack.pop()) {
    const below = bdd.levelOf(g) + 1;
    const high = bdd.highOf(g);
    if (high !== FALSE) result[bdd.variableOf(g)] = 1;
    follow(bdd, below, high, skipped, stack);
    follow(bdd, below, bdd.lowOf(g), skipped, stack);
  }
  let open = 0;
  for (let level = 0; level < bdd.variables; level++) {
    open += skipped[level]!;
    if (open > 0) result[bdd.variableAt(level)] = 1;
  }
  return result;
}

/** The edge to `g` skips the levels from `from` on; each target is visited once. */
function follow(bdd: Bdd, from: number, g: Ref, skipped: Int32Array, stack: Ref[]): void {
  if (g === FALSE) return;
  skipped[from]!++;
  skipped[g === TRUE ? bdd.variables : bdd.levelOf(g)]!--;
  if (g !== TRUE && bdd.mark(g)) stack.push(g);
}

/** How many nodes the diagram of `f` has, the leaf not counted; counting stops at `most`. */
export function nodeCount(bdd: Bdd, f: Ref, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  bdd.beginWalk();
  const stack = [f];
  for (let g = stack.pop(); g !== undefined && count < most; g = stack.pop()) {
    if (g <= FALSE || !bdd.mark(g & ~1)) continue;
    count++;
    stack.push(bdd.lowOf(g), bdd.highOf(g));
  }
  return count;
}

function forEachNode(bdd: Bdd, f: Ref, visit: (v: Variable) => void): void {
  const seen = new Set<number>();
  const stack = [f];
  for (let g = stack.pop(); g !== undefined; g = stack.pop()) {
    if (g <= FALSE || seen.has(g >> 1)) continue;
    seen.add(g >> 1);
    visit(bdd.variableOf(g));
    stack.push(bdd.lowOf(g), bdd.highOf(g));
  }
}

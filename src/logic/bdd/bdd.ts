// Boolean functions as reduced ordered binary decision diagrams with complement edges: the operations.
// The numeric state of the fold engine lives here. Recursion goes as deep as there are variables; no allocation per call.

import { FALSE, NodeTable, negate, type Ref, TRUE, type Variable } from './node-table.js';
import { OperationCache, UNKNOWN } from './operation-cache.js';

export { FALSE, negate, OutOfNodes, type Ref, TRUE, type Variable } from './node-table.js';

/** Third words of cache entries. Those of `ite` are references, so nonnegative; AND_EXISTS counts down by its set. */
const AND = -2;
const XOR = -3;
const EXISTS = -4;
const RESTRICT = -5;
const RENAME = -6;
const AND_EXISTS = -7;

/** Longer lists than this are sorted by the built-in sort. */
const MANY = 48;

/** A simultaneous renaming of variables; invalid once a variable is added. */
export interface Renaming {
  readonly id: number;
  readonly pairs: readonly (readonly [Variable, Variable])[];
  /** No variable on a level below this one is renamed. */
  readonly lowest: number;
}

export class Bdd extends NodeTable {
  private readonly cache = new OperationCache();
  private readonly literals: Ref[] = [TRUE];
  private renamings = 0;
  /** The current renaming: the new name of each variable, or zero. */
  private names = new Int32Array(64);
  private named: Renaming = { id: -1, pairs: [], lowest: -1 };
  private collections = 0;

  /** The function that is true where `v` is. Memoised, because it is requested often, and never collected. */
  literal(v: Variable): Ref {
    return this.literals[v] ?? this.makeLiteral(v);
  }

  private makeLiteral(v: Variable): Ref {
    const made = this.make(v, FALSE, TRUE);
    this.literals[v] = made;
    return made;
  }

  // ---- connectives ---------------------------------------------------------------------------------------------

  and(f: Ref, g: Ref): Ref {
    if (f === g || g === TRUE) return f;
    if (f === TRUE) return g;
    if (f === FALSE || g === FALSE || f === negate(g)) return FALSE;
    if (f > g) return this.and(g, f);
    const known = this.cache.lookup(f, g, AND);
    if (known !== UNKNOWN) return known;
    return this.cache.store(f, g, AND, this.andBelow(f, g));
  }

  /** Nearly all time is spent here: the cofactors are computed inline. */
  private andBelow(f: Ref, g: Ref): Ref {
    const n = f >> 1;
    const m = g >> 1;
    const v = this.variable[n]!;
    const w = this.variable[m]!;
    const above = this.level[v]! - this.level[w]!;
    const fLow = above <= 0 ? this.low[n]! ^ (f & 1) : f;
    const fHigh = above <= 0 ? this.high[n]! ^ (f & 1) : f;
    const gLow = above >= 0 ? this.low[m]! ^ (g & 1) : g;
    const gHigh = above >= 0 ? this.high[m]! ^ (g & 1) : g;
    return this.make(above <= 0 ? v : w, this.and(fLow, gLow), this.and(fHigh, gHigh));
  }

  or(f: Ref, g: Ref): Ref {
    return this.and(f ^ 1, g ^ 1) ^ 1;
  }

  implies(f: Ref, g: Ref): Ref {
    return this.and(f, g ^ 1) ^ 1;
  }

  /** f and not g. */
  minus(f: Ref, g: Ref): Ref {
    return this.and(f, g ^ 1);
  }

  iff(f: Ref, g: Ref): Ref {
    return this.xor(f, g) ^ 1;
  }

  xor(f: Ref, g: Ref): Ref {
    if (f > g) return this.xor(g, f);
    if (f === g) return FALSE;
    if (f <= FALSE) return f === TRUE ? g ^ 1 : g;
    const mark = (f ^ g) & 1;
    return this.xorRegular(f & ~1, g & ~1) ^ mark;
  }

  private xorRegular(f: Ref, g: Ref): Ref {
    if (f === g) return FALSE;
    if (f === TRUE) return g ^ 1;
    if (g === TRUE) return f ^ 1;
    const known = this.cache.lookup(f, g, XOR);
    if (known !== UNKNOWN) return known;
    const v = this.upper(f, g);
    const low = this.xor(this.cofactor(f, v, 0), this.cofactor(g, v, 0));
    const high = this.xor(this.cofactor(f, v, 1), this.cofactor(g, v, 1));
    return this.cache.store(f, g, XOR, this.make(v, low, high));
  }

  /** if f then g else h. */
  ite(f: Ref, g: Ref, h: Ref): Ref {
    if (f === TRUE || g === h) return g;
    if (f === FALSE) return h;
    if (g === TRUE) return this.or(f, h);
    if (h === FALSE) return this.and(f, g);
    if (g === FALSE) return this.and(f ^ 1, h);
    if (h === TRUE) return this.implies(f, g);
    if (g === (h ^ 1)) return this.iff(f, g);
    const known = this.cache.lookup(f, g, h);
    if (known !== UNKNOWN) return known;
    const above = this.upper(f, g);
    const v = this.level[this.variableOf(h)]! < this.level[above]! ? this.variableOf(h) : above;
    const low = this.ite(this.cofactor(f, v, 0), this.cofactor(g, v, 0), this.cofactor(h, v, 0));
    const high = this.ite(this.cofactor(f, v, 1), this.cofactor(g, v, 1), this.cofactor(h, v, 1));
    return this.cache.store(f, g, h, this.make(v, low, high));
  }

  /** Does every assignment that satisfies `f` satisfy `g`? Stops at the first that does not. */
  entails(f: Ref, g: Ref): boolean {
    return this.and(f, g ^ 1) === FALSE;
  }

  // ---- quantification ------------------------------------------------------------------------------------------

  /** The conjunction of variables that stands for a set of them in the quantifiers. */
  cube(variables: Iterable<Variable>): Ref {
    let rest = TRUE;
    for (const v of this.deepestFirst(variables)) if (this.variableOf(rest) !== v) rest = this.make(v, FALSE, rest);
    return rest;
  }

  /** The function that is true where none of the variables is. */
  noneOf(variables: Iterable<Variable>): Ref {
    let rest = TRUE;
    for (const v of this.deepestFirst(variables)) if (this.variableOf(rest) !== v) rest = this.make(v, rest, FALSE);
    return rest;
  }

  private deepestFirst(variables: Iterable<Variable>): Variable[] {
    return sortDescending([...variables], this.levelByVariable);
  }

  /** The functions other than true, by the level of their topmost variable, lowest in the order first. */
  lowestFirst(functions: readonly Ref[]): Ref[] {
    return sortDescending(
      functions.filter((f) => f !== TRUE),
      this.levelByFunction,
    );
  }

  private readonly levelByVariable = (v: Variable): number => this.level[v]!;
  private readonly levelByFunction = (f: Ref): number => this.level[this.variable[f >> 1]!]!;

  exists(f: Ref, cube: Ref): Ref {
    if (f <= FALSE || cube === TRUE) return f;
    const v = this.variableOf(f);
    const set = this.skip(cube, this.level[v]!);
    if (set === TRUE) return f;
    const known = this.cache.lookup(f, set, EXISTS);
    if (known !== UNKNOWN) return known;
    return this.cache.store(f, set, EXISTS, this.existsBelow(f, v, set));
  }

  private existsBelow(f: Ref, v: Variable, set: Ref): Ref {
    if (this.variableOf(set) !== v) {
      return this.make(v, this.exists(this.lowOf(f), set), this.exists(this.highOf(f), set));
    }
    const rest = this.highOf(set);
    const low = this.exists(this.lowOf(f), rest);
    return low === TRUE ? TRUE : this.or(low, this.exists(this.highOf(f), rest));
  }

  forall(f: Ref, cube: Ref): Ref {
    return this.exists(f ^ 1, cube) ^ 1;
  }

  /** exists(and(f, g), cube) without building the conjunction. */
  andExists(f: Ref, g: Ref, cube: Ref): Ref {
    if (f === FALSE || g === FALSE || f === (g ^ 1)) return FALSE;
    if (cube === TRUE) return this.and(f, g);
    if (f === TRUE || f === g) return this.exists(g, cube);
    if (g === TRUE) return this.exists(f, cube);
    if (f > g) return this.andExists(g, f, cube);
    const v = this.upper(f, g);
    const set = this.skip(cube, this.level[v]!);
    if (set === TRUE) return this.and(f, g);
    const pair = this.cache.lookup(f, g, AND_EXISTS - set);
    if (pair !== UNKNOWN) return pair;
    return this.cache.store(f, g, AND_EXISTS - set, this.andExistsBelow(f, g, v, set));
  }

  private andExistsBelow(f: Ref, g: Ref, v: Variable, set: Ref): Ref {
    const quantified = this.variableOf(set) === v;
    const rest = quantified ? this.highOf(set) : set;
    const low = this.andExists(this.cofactor(f, v, 0), this.cofactor(g, v, 0), rest);
    if (quantified && low === TRUE) return TRUE;
    const high = this.andExists(this.cofactor(f, v, 1), this.cofactor(g, v, 1), rest);
    return quantified ? this.or(low, high) : this.make(v, low, high);
  }

  /** The cofactor of `f` where the literals of `cube` hold; `cube` is a conjunction of literals. */
  restrict(f: Ref, cube: Ref): Ref {
    if (f <= FALSE || cube <= FALSE) return f;
    const above = this.level[this.variableOf(cube)]!;
    const here = this.level[this.variableOf(f)]!;
    if (above < here) return this.restrict(f, this.restOf(cube));
    const known = this.cache.lookup(f, cube, RESTRICT);
    if (known !== UNKNOWN) return known;
    return this.cache.store(f, cube, RESTRICT, this.restrictBelow(f, cube, above === here));
  }

  private restrictBelow(f: Ref, cube: Ref, decided: boolean): Ref {
    if (decided) return this.restrict(this.lowOf(cube) === FALSE ? this.highOf(f) : this.lowOf(f), this.restOf(cube));
    return this.make(this.variableOf(f), this.restrict(this.lowOf(f), cube), this.restrict(this.highOf(f), cube));
  }

  private restOf(cube: Ref): Ref {
    const low = this.lowOf(cube);
    return low === FALSE ? this.highOf(cube) : low;
  }

  // ---- substitution --------------------------------------------------------------------------------------------

  /** Simultaneous: `[[a, b], [b, a]]` swaps. Variables that are not named stay. */
  renaming(pairs: Iterable<readonly [Variable, Variable]>): Renaming {
    const list = [...pairs];
    let lowest = -1;
    for (const [from] of list) lowest = Math.max(lowest, this.level[from]!);
    return { id: this.renamings++, pairs: list, lowest };
  }

  rename(f: Ref, renaming: Renaming): Ref {
    if (this.named !== renaming) this.prepare(renaming);
    return this.renameBelow(f);
  }

  private prepare(renaming: Renaming): void {
    if (this.names.length < this.level.length) this.names = new Int32Array(this.level.length);
    else for (const [from] of this.named.pairs) this.names[from] = 0;
    for (const [from, into] of renaming.pairs) this.names[from] = into;
    this.named = renaming;
  }

  private renameBelow(f: Ref): Ref {
    const v = this.variableOf(f);
    const { id, lowest } = this.named;
    if (f <= FALSE || this.level[v]! > lowest) return f;
    const mark = f & 1;
    const known = this.cache.lookup(f ^ mark, id, RENAME);
    if (known !== UNKNOWN) return known ^ mark;
    const low = this.renameBelow(this.lowOf(f ^ mark));
    const high = this.renameBelow(this.highOf(f ^ mark));
    return this.cache.store(f ^ mark, id, RENAME, this.place(this.names[v]! || v, low, high)) ^ mark;
  }

  /** if v then high else low, wherever v is in the order. */
  private place(v: Variable, low: Ref, high: Ref): Ref {
    const level = this.level[v]!;
    const fits = level < this.level[this.variableOf(low)]! && level < this.level[this.variableOf(high)]!;
    return fits ? this.make(v, low, high) : this.ite(this.literal(v), high, low);
  }

  /** f with the function g in place of the variable v. */
  compose(f: Ref, v: Variable, g: Ref): Ref {
    const x = this.literal(v);
    return this.ite(g, this.restrict(f, x), this.restrict(f, x ^ 1));
  }

  // ---- garbage -------------------------------------------------------------------------------------------------

  /** Frees the nodes that no root reaches; every reference to them is invalid afterwards. */
  collect(roots: Iterable<Ref>): void {
    const literals = this.literals.filter((f) => f !== undefined);
    this.sweep([...roots, ...literals]);
    this.cache.clear();
    this.collections++;
  }

  get garbageCollections(): number {
    return this.collections;
  }

  // ---- steps of the recursions ---------------------------------------------------------------------------------

  private upper(f: Ref, g: Ref): Variable {
    const a = this.variable[f >> 1]!;
    const b = this.variable[g >> 1]!;
    return this.level[a]! <= this.level[b]! ? a : b;
  }

  private cofactor(f: Ref, v: Variable, value: 0 | 1): Ref {
    const n = f >> 1;
    if (this.variable[n] !== v) return f;
    return (value === 1 ? this.high[n]! : this.low[n]!) ^ (f & 1);
  }

  /** The part of a cube that lies at or below the level. */
  private skip(cube: Ref, level: number): Ref {
    let rest = cube;
    while (this.level[this.variableOf(rest)]! < level) rest = this.highOf(rest);
    return rest;
  }
}

/** Stable. Most lists are short, and insertion sort is fastest on those. */
function sortDescending(list: number[], key: (item: number) => number): number[] {
  if (list.length > MANY) return list.sort((a, b) => key(b) - key(a));
  for (let i = 1; i < list.length; i++) {
    const item = list[i]!;
    const own = key(item);
    let at = i;
    for (; at > 0 && key(list[at - 1]!) < own; at--) list[at] = list[at - 1]!;
    list[at] = item;
  }
  return list;
}

// Blur: canonical abstraction. Nodes with the same values of all abstraction predicates are merged into a summary node.
// The last step of the abstract transformer; its result is in canonical order and of bounded size.

import { bit, elementsOf, lowest, MAX_NODES } from './bits.js';
import { Structure } from './structure.js';
import type { UnaryPredicate, Vocabulary } from './vocabulary.js';

/** A structure in canonical order: nodes 0 … n-1, sorted by name; `names` identifies the set of node names. */
export interface Blurred {
  readonly structure: Structure;
  readonly names: string;
}

/** No abstraction: no nodes are merged, and every structure has a name set of its own. */
export function keepApart(s: Structure): Blurred {
  const structure = merge(s, elementsOf(s.nodes).map(bit));
  return { structure, names: `${structure.nodes} ${structure.summary} ${structure.unary} ${structure.binary}` };
}

export class Blur {
  private readonly properties: readonly UnaryPredicate[];
  private readonly observations: readonly UnaryPredicate[];
  private readonly words: number;

  /** On nodes where a predicate of `special` holds, observations are part of the canonical name as well. */
  constructor(
    vocabulary: Vocabulary,
    private readonly special: readonly UnaryPredicate[] = [],
    isProperty: (p: UnaryPredicate) => boolean = (p) => p.abstraction,
  ) {
    this.properties = vocabulary.unary.filter(isProperty);
    this.observations = vocabulary.unary.filter((p) => !isProperty(p));
    this.words = Math.ceil(this.properties.length / 8) || 1;
  }

  blur(s: Structure): Blurred {
    const byName = this.byName(s);
    const groups = byName.map(([, group]) => group);
    // Names of special nodes are longer: without the lengths, two sets of names could have the same spelling.
    const names = byName.map(([name]) => String.fromCharCode(name.length) + name).join('');
    return { structure: merge(s, groups), names };
  }

  /** The nodes to merge: node i of the blurred structure stands for the i-th set. */
  groupsOf(s: Structure): number[] {
    return this.byName(s).map(([, group]) => group);
  }

  private byName(s: Structure): [string, number][] {
    const groups = new Map<string, number>();
    for (const v of elementsOf(s.nodes)) {
      const name = this.nameOf(s, v);
      groups.set(name, (groups.get(name) ?? 0) | bit(v));
    }
    return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Two bits per predicate, eight predicates to a character; names of the same kind have the same length. */
  private nameOf(s: Structure, v: number): string {
    const name = spell(s, v, this.properties, this.words);
    if (!this.special.some((p) => (s.must(p) >>> v) & 1)) return name;
    return name + spell(s, v, this.observations, Math.ceil(this.observations.length / 8));
  }
}

function spell(s: Structure, v: number, predicates: readonly UnaryPredicate[], words: number): string {
  const codes = new Array<number>(words);
  for (let w = 0; w < words; w++) {
    let code = 0;
    const end = Math.min(predicates.length, 8 * w + 8);
    for (let i = 8 * w; i < end; i++) {
      const { id } = predicates[i]!;
      code = (code << 2) | (((s.unary[2 * id]! >>> v) & 1) << 1) | ((s.unary[2 * id + 1]! >>> v) & 1);
    }
    codes[w] = code;
  }
  return String.fromCharCode(...codes);
}

/** Node i of the result stands for groups[i]: values that differ in the group become 1/2. */
export function merge(s: Structure, groups: readonly number[]): Structure {
  const result = new Structure(s.vocabulary);
  result.nodes = groups.length === MAX_NODES ? -1 : bit(groups.length) - 1;
  result.touched = result.nodes;
  result.companion = s.companion;
  groups.forEach((group, i) => {
    if ((group & (group - 1)) !== 0 || (s.summary & group) !== 0) result.summary |= bit(i);
  });
  for (let i = 0; i < s.unary.length; i += 2) {
    result.unary[i] = within(s.unary[i]!, groups);
    result.unary[i + 1] = meeting(s.unary[i + 1]!, groups);
  }
  for (let start = 0; start < s.binary.length; start += 2 * MAX_NODES) mergeRows(s, result, start, groups);
  return result;
}

function mergeRows(s: Structure, result: Structure, start: number, groups: readonly number[]): void {
  for (let i = 0; i < groups.length; i++) {
    let must = -1;
    let may = 0;
    for (let rest = groups[i]!; rest !== 0; rest &= rest - 1) {
      const v = lowest(rest);
      must &= s.binary[start + v]!;
      may |= s.binary[start + MAX_NODES + v]!;
    }
    if (must !== 0) result.binary[start + i] = within(must, groups);
    if (may !== 0) result.binary[start + MAX_NODES + i] = meeting(may, groups);
  }
}

/** The groups that lie inside the set. */
function within(set: number, groups: readonly number[]): number {
  let result = 0;
  for (let i = 0; i < groups.length; i++) if ((groups[i]! & ~set) === 0) result |= 1 << i;
  return result;
}

/** The groups that meet the set. */
function meeting(set: number, groups: readonly number[]): number {
  let result = 0;
  for (let i = 0; i < groups.length; i++) if ((groups[i]! & set) !== 0) result |= 1 << i;
  return result;
}

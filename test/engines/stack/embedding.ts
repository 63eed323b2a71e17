// Searches for an embedding of a two-valued structure into a three-valued one, with forward checking: each choice
// removes candidates of other nodes. For coverage.ts, where nodes need no canonical names.

import { elementsOf, MAX_NODES, sizeOf } from '../../../src/logic/tvl/bits.js';
import type { Structure } from '../../../src/logic/tvl/structure.js';

/** The limit on the number of choices; beyond it the result is `given up`. */
const MOST_CHOICES = 20_000;

export type Answer = 'embeds' | 'does not' | 'given up';

/** Nodes of `large` in `optional` may be empty. */
export function embeds(small: Structure, large: Structure, optional: number): Answer {
  return new Search(small, large, large.nodes & ~optional).answer();
}

/** For each concrete node, its candidate abstract nodes. */
type Domains = Int32Array;

class Search {
  private choices = 0;
  private readonly nodes: readonly number[];
  /** b(·, w) of `large`, in the layout of its rows. */
  private readonly columns: readonly { readonly must: Int32Array; readonly may: Int32Array }[];

  constructor(
    private readonly small: Structure,
    private readonly large: Structure,
    private readonly required: number,
  ) {
    this.nodes = elementsOf(small.nodes);
    this.columns = large.vocabulary.binary.map((b) => ({
      must: transposed(elementsOf(large.nodes), (u) => large.mustRow(b, u)),
      may: transposed(elementsOf(large.nodes), (u) => large.mayRow(b, u)),
    }));
  }

  answer(): Answer {
    const domains = new Int32Array(MAX_NODES);
    for (const v of this.nodes) domains[v] = this.fitting(v);
    return this.search(this.small.nodes, domains);
  }

  /** Abstract nodes whose unary values, and values of binary predicates on themselves, agree with those of v. */
  private fitting(v: number): number {
    const { small, large } = this;
    let result = large.nodes;
    for (const p of small.vocabulary.unary) result &= (small.must(p) >>> v) & 1 ? large.may(p) : ~large.must(p);
    for (const w of elementsOf(result)) if (((this.agreeing(v, w, v) >>> w) & 1) === 0) result &= ~(1 << w);
    return result;
  }

  /** The candidates of u if v is mapped to w: b(v, u) and b(u, v) must agree with `large`, for every b. */
  private agreeing(v: number, w: number, u: number): number {
    const { small, large } = this;
    let result = -1;
    small.vocabulary.binary.forEach((b, i) => {
      result &= (small.mustRow(b, v) >>> u) & 1 ? large.mayRow(b, w) : ~large.mustRow(b, w);
      const { must, may } = this.columns[i]!;
      result &= (small.mustRow(b, u) >>> v) & 1 ? may[w]! : ~must[w]!;
    });
    return result;
  }

  /** `open`: the concrete nodes without an image yet. */
  private search(open: number, domains: Domains): Answer {
    if (!this.isPossible(domains)) return 'does not';
    if (open === 0) return 'embeds';
    const v = this.tightest(open, domains);
    for (const w of elementsOf(domains[v]!)) {
      if (this.choices++ > MOST_CHOICES) return 'given up';
      const answer = this.search(open & ~(1 << v), this.narrowed(domains, open, v, w));
      if (answer !== 'does not') return answer;
    }
    return 'does not';
  }

  /** Does every concrete node have a candidate, and every non-optional abstract node too? */
  private isPossible(domains: Domains): boolean {
    let targets = 0;
    for (const v of this.nodes) {
      if (domains[v] === 0) return false;
      targets |= domains[v]!;
    }
    return (this.required & ~targets) === 0;
  }

  private tightest(open: number, domains: Domains): number {
    return elementsOf(open).reduce((a, b) => (sizeOf(domains[b]!) < sizeOf(domains[a]!) ? b : a));
  }

  private narrowed(domains: Domains, open: number, v: number, w: number): Domains {
    const result = domains.slice();
    const taken = (this.large.summary >>> w) & 1 ? -1 : ~(1 << w);
    for (const u of elementsOf(open & ~(1 << v))) result[u]! &= taken & this.agreeing(v, w, u);
    result[v] = 1 << w;
    return result;
  }
}

function transposed(nodes: readonly number[], row: (u: number) => number): Int32Array {
  const result = new Int32Array(MAX_NODES);
  for (const u of nodes) for (const w of elementsOf(row(u))) result[w]! |= 1 << u;
  return result;
}

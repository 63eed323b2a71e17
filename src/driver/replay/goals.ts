// Goals of the search for program inputs: the places of findings that no run has shown yet.
// Distances are counted in blocks, over branches and calls; an input is worth varying if its run came close.

import type { Finding } from '../../engines/engine.js';
import type { Coverage } from '../../interp/coverage.js';
import type { Random } from '../../interp/libc/random.js';
import { successorsOf } from '../../ir/cfg.js';
import type { Block } from '../../ir/instr.js';
import type { FunctionBody, FunctionSymbol, Unit } from '../../ir/program.js';
import { ownBodies } from './dictionary.js';

/** More findings are not searched for one by one. */
const MOST_GOALS = 24;

interface Goal {
  readonly finding: Finding;
  /** Blocks from its place, backwards. */
  readonly distance: ReadonlyMap<Block, number>;
}

export class Goals {
  private open: readonly Goal[];

  constructor(
    units: readonly Unit[],
    findings: readonly Finding[],
    private readonly coverage: Coverage,
  ) {
    const graph = findings.length > 0 ? new BlockGraph(units) : null;
    this.open = findings.slice(0, MOST_GOALS).flatMap((finding) => {
      const place = graph?.blockOf(finding);
      return place ? [{ finding, distance: graph!.distancesTo(place) }] : [];
    });
  }

  /** One of those that come closest to a goal. */
  choose<T extends { readonly edges: readonly number[] }>(random: Random, kept: readonly T[]): T | null {
    const goal = this.open[random.below(Math.max(1, this.open.length))];
    if (!goal) return null;
    let least = Number.POSITIVE_INFINITY;
    let best: T[] = [];
    for (const one of kept) {
      const d = this.distanceOf(one.edges, goal);
      if (d < least) [least, best] = [d, []];
      if (d === least) best.push(one);
    }
    return least === Number.POSITIVE_INFINITY ? null : best[random.below(best.length)]!;
  }

  /** Findings for which it does not hold any more are no goals. */
  keep(isOpen: (finding: Finding) => boolean): void {
    this.open = this.open.filter(({ finding }) => isOpen(finding));
  }

  private distanceOf(edges: readonly number[], { distance }: Goal): number {
    let least = Number.POSITIVE_INFINITY;
    for (const edge of edges) least = Math.min(least, distance.get(this.coverage.targetOf(edge)) ?? least);
    return least;
  }
}

class BlockGraph {
  private readonly before = new Map<Block, Block[]>();
  private readonly bodies: readonly FunctionBody[];

  constructor(units: readonly Unit[]) {
    this.bodies = [...ownBodies(units)];
    const functions = this.bodies.map((body) => body.symbol);
    const byName = new Map(functions.filter((f) => f.linkage === 'external').map((f) => [f.name, f]));
    const taken = functions.filter((f) => f.addressTaken);
    for (const { blocks } of this.bodies) {
      for (const block of blocks) {
        for (const next of successorsOf(block.terminator)) this.link(block, next);
        for (const callee of calleesOf(block, byName, taken)) this.link(block, callee.body!.entry);
      }
    }
  }

  blockOf({ site, function: name }: Finding): Block | null {
    for (const { symbol, source, blocks } of this.bodies) {
      if (symbol.name !== name || source !== site.source) continue;
      const holds = ({ instrs, terminator }: Block) =>
        [...instrs, terminator].some(({ at, end }) => at <= site.at && site.at < Math.max(end, at + 1));
      return blocks.find(holds) ?? null;
    }
    return null;
  }

  distancesTo(goal: Block): ReadonlyMap<Block, number> {
    const distance = new Map([[goal, 0]]);
    for (const [block, d] of distance) {
      for (const before of this.before.get(block) ?? []) if (!distance.has(before)) distance.set(before, d + 1);
    }
    return distance;
  }

  private link(from: Block, to: Block): void {
    const known = this.before.get(to);
    if (known) known.push(from);
    else this.before.set(to, [from]);
  }
}

function* calleesOf(
  { instrs }: Block,
  byName: ReadonlyMap<string, FunctionSymbol>,
  taken: readonly FunctionSymbol[],
): Generator<FunctionSymbol> {
  for (const instr of instrs) {
    if (instr.kind !== 'call') continue;
    if (instr.callee.kind === 'indirect') yield* taken;
    else {
      const { function: f } = instr.callee;
      const definition = f.body ? f : byName.get(f.name);
      if (definition) yield definition;
    }
  }
}

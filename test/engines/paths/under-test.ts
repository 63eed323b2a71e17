// Adapter of the engine `paths` for differential tests: its findings, and whether it covers a heap.
// Between src/engines/paths and test/support/differential.

import type { Property } from '../../../src/engines/engine.js';
import type { Frame } from '../../../src/engines/paths/analysis.js';
import { analyse, type PathsResult } from '../../../src/engines/paths/engine.js';
import type { State } from '../../../src/engines/paths/state.js';
import type { ProgramPoint } from '../../../src/interp/observe.js';
import type { HeapSnapshot } from '../../../src/interp/snapshot.js';
import type { Program } from '../../../src/ir/link.js';
import type { Unit } from '../../../src/ir/program.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';
import type { Analysis, ClaimedFinding, EngineUnderTest } from '../../support/differential/engine.js';
import { embed, GIVEN_UP } from './embed.js';

const RULES_OF: Readonly<Record<Property, readonly string[]>> = {
  'valid-deref': ['null-dereference', 'use-after-free', 'uninitialized-pointer', 'out-of-bounds'],
  'valid-free': ['double-free', 'invalid-free', 'uninitialized-pointer'],
  'valid-memtrack': ['leak'],
  'valid-memcleanup': [],
};

export class PathsUnderTest implements EngineUnderTest {
  readonly name = 'paths';
  followed = 0;
  heaps = 0;
  /** Heaps on which the search for a map gave up. */
  givenUp = 0;
  tooLarge = 0;

  analyse(unit: Unit): Analysis | null {
    const program = linkWithModels([unit], LP64);
    const entry = program.functionNamed('main')!;
    const options = { mallocMayFail: false, leakAtExit: false, budget: 1500 };
    const result = analyse({ program, entry, options });
    if (result.functions.some((f) => f.status === 'timeout')) return null;
    this.followed++;
    return {
      findings: [...claims(result), ...atReturns(program, result)],
      // Then every property is open at the call that is not analysed, wherever the error happens.
      soundness: result.assumptions.some(({ kind }) => kind === 'over-approximated') ? 'best effort' : 'sound',
      covers: (point, heap) => this.covers(result, point, heap),
    };
  }

  private covers(result: PathsResult, point: ProgramPoint, heap: HeapSnapshot): true | string {
    if (isRecursive(heap)) return true;
    if (sizeOf(heap) > MOST_OBJECTS) {
      this.tooLarge++;
      return true;
    }
    this.heaps++;
    const reasons: string[] = [];
    for (const { state, frame } of statesAt(result, point)) {
      if (!sameCalls(frame, heap)) continue;
      const why = embed(result.settings, state, heap);
      if (why === null) return true;
      reasons.push(why);
    }
    if (reasons.includes(GIVEN_UP)) this.givenUp++;
    if (reasons.includes(GIVEN_UP)) return true;
    return reasons.length === 0
      ? 'there is no state at all'
      : `none of ${reasons.length} states: ${reasons.slice(0, 4).join('; ')}`;
  }
}

/** Larger heaps add nothing new, and take most of the time. */
const MOST_OBJECTS = 16;

const sizeOf = ({ nodes }: HeapSnapshot): number =>
  [...nodes.values()].filter(({ kind, state }) => kind === 'heap' && state === 'alive').length;

/** An open obligation counts as a finding of every error it could be. */
function claims(result: PathsResult): ClaimedFinding[] {
  const lineOf = (site: { source: { locate(at: number): { line: number } }; at: number }) =>
    site.source.locate(site.at).line;
  const found = result.findings.map((f) => ({ rule: f.rule, line: lineOf(f.site) }));
  const open = result.obligations
    .filter((o) => o.status !== 'proved')
    .flatMap((o) => RULES_OF[o.property].map((rule) => ({ rule, line: lineOf(o.site) })));
  return [...found, ...open];
}

/** For the interpreter, memory whose last pointer is overwritten by the result of a call is lost at its return. */
function atReturns(program: Program, result: PathsResult): ClaimedFinding[] {
  const lost = new Set(
    result.obligations.flatMap((o) => (o.property === 'valid-memtrack' && o.status !== 'proved' ? [o.site.at] : [])),
  );
  return program.defined().flatMap(({ body }) =>
    body!.blocks.flatMap((b) =>
      b.instrs.flatMap((i) => {
        if (i.kind !== 'call' || i.callee.kind !== 'direct' || !lost.has(i.at)) return [];
        const callee = program.definitionOf(i.callee.function)?.body;
        const returns = callee?.blocks.filter((c) => c.terminator.kind === 'return') ?? [];
        return returns.map((r) => ({ rule: 'leak', line: callee!.source.locate(r.terminator.at).line }));
      }),
    ),
  );
}

const cache = new WeakMap<PathsResult, Map<string, readonly { state: State; frame: Frame }[]>>();

function statesAt(result: PathsResult, point: ProgramPoint): readonly { state: State; frame: Frame }[] {
  const known = cache.get(result) ?? new Map();
  cache.set(result, known);
  const key = `${point.body.symbol.name} ${point.block} ${point.index}`;
  const block = point.body.blocks[point.block]!;
  const states = known.get(key) ?? result.statesAt({ function: point.body.symbol, block, index: point.index });
  known.set(key, states);
  return states;
}

/** States within recursive calls describe the heap of the innermost call only. */
const isRecursive = (heap: HeapSnapshot): boolean =>
  new Set(heap.frames.map((f) => f.function.name)).size < heap.frames.length;

function sameCalls(frame: Frame, heap: HeapSnapshot): boolean {
  let f: Frame | null = frame;
  for (const { function: callee } of heap.frames) {
    if (f?.body.symbol.name !== callee.name) return false;
    f = f.caller;
  }
  return f === null;
}

// Adapter of the fold engine for differential tests: its findings, and whether its states cover a heap.
// Between the engine and the harness; programs that it does not analyse to the end do not count.

import type { Analysis } from '../../../src/engines/fold/analysis.js';
import { planOf } from '../../../src/engines/fold/calls.js';
import { analyse } from '../../../src/engines/fold/engine.js';
import type { NodeId } from '../../../src/engines/fold/kernel.js';
import { ALL_INSTRUMENTATION } from '../../../src/engines/fold/kernel.js';
import { isBottom, type State } from '../../../src/engines/fold/paper/state.js';
import type { ProgramPoint } from '../../../src/interp/observe.js';
import type { HeapSnapshot } from '../../../src/interp/snapshot.js';
import type { Instr } from '../../../src/ir/instr.js';
import { Program } from '../../../src/ir/link.js';
import type { LocalVariable, Unit } from '../../../src/ir/program.js';
import type { ClaimedFinding, Analysis as Claims, EngineUnderTest } from '../../support/differential/engine.js';
import { Embedding } from './embed.js';
import type { Root } from './flag-reader.js';

/** The engine, and counts of queries. */
export class FoldUnderTest implements EngineUnderTest {
  readonly name = 'fold';
  /** Programs, those analysed to the end, and heaps compared with a state. */
  programs = 0;
  followed = 0;
  heaps = 0;

  hasStateAt = (point: ProgramPoint): boolean => point.index === 0;

  analyse(unit: Unit): Claims | null {
    const program = new Program([unit]);
    const options = { mallocMayFail: false, leakAtExit: false, budget: 1_500 };
    const { result, run, ledger } = analyse(
      { program, entry: program.functionNamed('main')!, options },
      ALL_INSTRUMENTATION,
    );
    this.programs++;
    if (ledger.incomplete) return null;
    this.followed++;
    const findings = result.findings.map(({ rule, site }) => ({ rule, line: site.source.locate(site.at).line }));
    const projections = new Map<string, number>();
    const covers = (point: ProgramPoint, heap: HeapSnapshot) => {
      this.heaps++;
      return covered(run, point, heap, projections);
    };
    return { covers, findings: [...findings, ...leaksElsewhere(run, unit, findings)], soundness: 'sound' };
  }
}

/** Heaps at the beginning of blocks, where the fixpoint has states; dead variables may hold anything. */
function covered(
  run: Analysis,
  point: ProgramPoint,
  heap: HeapSnapshot,
  projections: Map<string, number>,
): true | string {
  const depth = heap.frames.length - 1;
  const album = run.pictures.get(`${point.body.symbol.name} ${depth}`) ?? [];
  for (const state of album.flatMap(({ blocks }) => blocks[point.block]!)) {
    if (isBottom(state)) continue;
    const roots = rootsOf(run, state, point, heap);
    if (new Embedding(run.k, state, heap, roots, projections).holds()) return true;
  }
  return album.length === 0 ? 'the function is not reached at this depth' : 'no state of the block covers it';
}

/** The nodes of the state that are variables, with their objects in the snapshot. */
function rootsOf(run: Analysis, state: State, point: ProgramPoint, heap: HeapSnapshot): Map<NodeId, Root> {
  const live = [...planOf(run, point.body).liveness.atEntry(point.body.blocks[point.block]!)].map((v) => v.id);
  const roots = new Map<NodeId, Root>();
  const add = (name: string, root: Root) => {
    const id = run.k.node(name);
    if (state.nodes.has(id)) roots.set(id, root);
  };
  heap.frames.forEach((frame, i) => {
    const depth = heap.frames.length - 1 - i;
    for (const { variable, value, node } of frame.variables) {
      const dead = !variable.addressTaken && (i > 0 || !live.includes(variable.id));
      add(`${depth}:${frame.function.name}:${variable.id} ${variable.name}`, { object: node, value, dead });
    }
  });
  for (const { variable, value, node } of heap.globals) {
    add(`global ${variable.linkage === 'internal' ? variable.at : ''} ${variable.name}`, {
      object: node,
      value,
      dead: false,
    });
  }
  return roots;
}

/**
 * Places at which a run may report a leak that the engine reports earlier. Memory lost because the result of a call
 * overwrites a pointer is lost at the call for the engine, at the callee's return for the interpreter. A dead variable
 * points to nothing for the engine; for the interpreter it does until it is written.
 */
function leaksElsewhere(run: Analysis, unit: Unit, findings: readonly ClaimedFinding[]): ClaimedFinding[] {
  if (!findings.some((f) => f.rule === 'leak')) return [];
  const bodies = unit.functions.flatMap(({ body }) => (body ? [planOf(run, body)] : []));
  const places = bodies.flatMap(({ body, liveness }) =>
    body.blocks.flatMap((block) => [
      ...(block.terminator.kind === 'return' ? [block.terminator.at] : []),
      ...block.instrs.filter((i, at) => overwritesDead(i, liveness.behind(block, at - 1))).map((i) => i.at),
    ]),
  );
  return places.map((at) => ({ rule: 'leak', line: unit.source.locate(at).line }));
}

function overwritesDead(i: Instr, live: ReadonlySet<LocalVariable>): boolean {
  const place = i.kind === 'assign' ? i.place : i.kind === 'call' ? i.result : null;
  return place?.kind === 'var' && place.variable.kind !== 'global' && !live.has(place.variable);
}

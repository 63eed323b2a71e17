// Describes in words what was inferred for each function: loop invariants and the shape of the result.
// Reads the stable states of a finished analysis; for `prove` and `shapes`.

import type { Block } from '../../ir/instr.js';
import { isInModel } from '../../models/origin.js';
import type { FunctionSummary } from '../engine.js';
import { type Analysis, type Picture, resultAt } from './analysis.js';
import { planOf } from './calls.js';
import { describeShapes, type NameOf, withOffset } from './explain.js';
import { mergePictures } from './fixpoint.js';
import { isBottom, type State } from './paper/state.js';
import type { Plan } from './plan.js';

/** Every function in all its contexts, except those without anything to report. */
export function summarise(run: Analysis): FunctionSummary[] {
  const sentences = new Map<string, Set<string>>();
  for (const album of run.pictures.values()) {
    const picture = mergePictures(run.k, album);
    const said = sentences.get(picture.function) ?? new Set();
    for (const sentence of describePicture(run, picture)) said.add(sentence);
    sentences.set(picture.function, said);
  }
  return [...sentences].flatMap(([name, said]): FunctionSummary[] => {
    const symbol = run.program.functionNamed(name);
    return symbol && said.size > 0 ? [{ function: symbol, sentences: [...said] }] : [];
  });
}

function describePicture(run: Analysis, { function: name, depth, blocks, exit }: Picture): string[] {
  const body = run.program.functionNamed(name)?.body;
  if (!body || isInModel(body.source)) return [];
  const plan = planOf(run, body);
  const names = namesIn(run, plan, depth);
  const heads = plan.body.blocks.filter((b) => plan.order.isHead[b.id]);
  const loops = heads.flatMap((b) => atLoop(run, plan, b, blocks[b.id]?.[0], names));
  const result = resultAt(run.k, depth);
  const returned = isBottom(exit) ? [] : describeShapes(run.k, exit, (id) => (id === result ? 'returns' : null));
  return [...loops, ...returned];
}

/** The variables of the source program, without temporaries. */
function namesIn({ globals }: Analysis, plan: Plan, depth: number): NameOf {
  const nodes = plan.nodesAt(depth);
  const own = plan.body.variables.filter((v) => v.kind !== 'temporary' && nodes[v.id] !== undefined);
  const names = new Map(own.map((v) => [nodes[v.id]!, v.name]));
  for (const [g, id] of globals) names.set(id, g.name);
  return (id, offset) => (names.has(id) ? `${withOffset(names.get(id)!, offset)} is` : null);
}

function atLoop({ k }: Analysis, { body }: Plan, head: Block, s: State | undefined, names: NameOf): string[] {
  const said = !s || isBottom(s) ? [] : describeShapes(k, s, names);
  const at = [...head.instrs, head.terminator].find((i) => i.at >= 0)?.at ?? body.at;
  return said.length === 0 ? [] : [`in the loop at line ${body.source.locate(at).line} ${said.join(', ')}`];
}

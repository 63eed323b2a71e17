// Runs contexts forward over the blocks of a function: branches split contexts, joins merge those that agree.
// Loops are handled by loops.ts, calls by calls.ts.

import { edgesOf } from '../../ir/cfg.js';
import type { Block, Expr } from '../../ir/instr.js';
import { constant, ZERO } from '../../logic/linear/term.js';
import { isCopiedAsBytes } from '../../types/questions.js';
import { doubtAll, type Frame, type Here, keyOfVariable, type Run, siteOf } from './analysis.js';
import { resultKey } from './calls.js';
import { evaluate, resolve } from './evaluate.js';
import { runLoop } from './loops.js';
import { access } from './memory.js';
import { type Context, mergeAll } from './paper/context.js';
import { type Entry, extend } from './paper/heap.js';
import { type NaturalLoop, planOf } from './plan.js';
import { copy, declare, dropVariables, releaseArrays, setSlot, stackBlocksOf, transfer } from './transfer.js';

export interface At {
  readonly block: Block;
  readonly context: Context;
}

/** Where contexts leave a region: the body of a loop, or a whole function. */
export interface Exits {
  /** At the head of the loop again. */
  readonly back: Context[];
  /** Out of the loop. */
  readonly out: At[];
  /** Returned from the function, its variables removed. */
  readonly returned: Context[];
}

/** Maximal number of contexts at one block. */
const MOST_CONTEXTS = 160;

export const hereAt = (run: Run, frame: Frame, { at, end }: { at: number; end: number }): Here => ({
  run,
  frame,
  at,
  end,
});

/** The contexts in which a function returns. */
export function runFunction(run: Run, frame: Frame, context: Context): Context[] {
  const { body } = frame;
  const here = hereAt(run, frame, body);
  if (!planOf(body).reducible) {
    run.ledger.incomplete = true;
    doubtAll(here, `a loop of ${body.symbol.name} has several entries`);
    return [];
  }
  const locals = body.variables.filter((v) => !body.params.includes(v));
  const start = locals.reduce((c, v) => declare(here, c, frame, v), context);
  return mergeAll(run.decider, runRegion(run, frame, null, [{ block: body.entry, context: start }]).returned);
}

export function runRegion(run: Run, frame: Frame, region: NaturalLoop | null, starts: readonly At[]): Exits {
  const plan = planOf(frame.body);
  const exits: Exits = { back: [], out: [], returned: [] };
  const waiting = new Map<number, { block: Block; contexts: Context[] }>();
  const arrive = ({ block, context }: At): void => {
    const place = waiting.get(block.id) ?? { block, contexts: [] };
    place.contexts.push(context);
    waiting.set(block.id, place);
  };
  const go = (at: At): void => {
    if (region && at.block.id === region.head.id) exits.back.push(at.context);
    else if (region && !region.blocks.has(at.block.id)) exits.out.push(at);
    else arrive(at);
  };
  for (const s of starts) arrive(s);
  while (waiting.size > 0) {
    const id = [...waiting.keys()].reduce((a, b) => (plan.order.get(a)! < plan.order.get(b)! ? a : b));
    const { block, contexts } = waiting.get(id)!;
    waiting.delete(id);
    for (const context of bounded(run, frame, block, mergeAll(run.decider, contexts))) {
      const loop = plan.loops.get(id);
      const next = loop && loop !== region ? runLoop(run, frame, loop, context) : runBlock(run, frame, block, context);
      exits.returned.push(...next.returned);
      for (const at of next.out) go(at);
    }
  }
  return exits;
}

/** Exhausting the budget or the number of paths is recorded and leaves everything open. */
function bounded(run: Run, frame: Frame, block: Block, contexts: readonly Context[]): readonly Context[] {
  for (const c of contexts) {
    run.budget.step();
    run.seen?.add(frame, block.id, c);
  }
  if (!run.budget.exhausted && contexts.length <= MOST_CONTEXTS) return contexts;
  run.ledger.incomplete = true;
  const here = hereAt(run, frame, block.terminator);
  if (run.budget.exhausted) doubtAll(here, 'the budget was used up', 'budget');
  else doubtAll(here, 'too many paths');
  return run.budget.exhausted ? [] : contexts.slice(0, MOST_CONTEXTS);
}

function runBlock(run: Run, frame: Frame, block: Block, context: Context): Exits {
  let contexts = [context];
  for (const instr of block.instrs) {
    const here = hereAt(run, frame, instr);
    contexts = mergeAll(
      run.decider,
      contexts.flatMap((c) => transfer(here, c, instr)),
    );
  }
  const parts = contexts.map((c) => leaveBlock(run, frame, block, c));
  return { back: [], out: parts.flatMap((p) => p.out), returned: parts.flatMap((p) => p.returned) };
}

/** The contexts before an instruction of the block; for drawings. */
export function runInstructions(run: Run, frame: Frame, block: Block, context: Context, count: number): Context[] {
  return block.instrs
    .slice(0, count)
    .reduce<Context[]>((all, i) => all.flatMap((c) => transfer(hereAt(run, frame, i), c, i)), [context]);
}

function leaveBlock(run: Run, frame: Frame, block: Block, context: Context): Exits {
  const t = block.terminator;
  const here = hereAt(run, frame, t);
  switch (t.kind) {
    case 'return':
      return { back: [], out: [], returned: leaveFunction(here, context, t.value) };
    case 'unreachable':
      return { back: [], out: [], returned: [] };
    case 'computed-goto':
      run.ledger.incomplete = true;
      doubtAll(here, 'a computed goto');
      return { back: [], out: [], returned: [] };
    default: {
      const out = edgesOf(block).flatMap((edge) =>
        edge.assumes
          .reduce<Context[]>((all, a) => all.flatMap((c) => transfer(here, c, a)), [context])
          .map((c): At => ({ block: edge.to, context: c })),
      );
      return { back: [], out, returned: [] };
    }
  }
}

// ---- leaving a function ----------------------------------------------------------------------------------------

/** Stores the result, then ends the lifetimes of all variables of the activation. */
function leaveFunction(here: Here, context: Context, value: Expr | null): Context[] {
  const results = value ? keepResult(here, context, value) : [context];
  const { variables } = here.frame.body;
  return results.map((c) =>
    dropVariables(here, releaseArrays(here, c, variables), [
      ...variables.map((v) => keyOfVariable(here.frame, v)),
      ...stackBlocksOf(here.frame, c),
    ]),
  );
}

function keepResult(here: Here, context: Context, e: Expr): Context[] {
  const key = resultKey(here.frame);
  if (!isCopiedAsBytes(e.type))
    return evaluate(here, context, e).map((o) => setSlot(o.context, key, { kind: 'value', value: o.value }));
  const id = context.objects + 1;
  const base = { kind: 'object', id } as const;
  const size = e.type.size;
  const entry: Entry = { kind: 'new', base, size: constant(size), contents: 'uninitialized', site: siteOf(here) };
  const made = setSlot({ ...context, objects: id, heap: extend(context.heap, entry) }, key, {
    kind: 'object',
    id,
    size,
  });
  if (e.kind !== 'load') return [made];
  return resolve(here, made, e.place).flatMap(({ context: c, where }) =>
    where.kind === 'memory'
      ? access(here, c, where, constant(size)).flatMap((a) => copy(here, a, where, { base, offset: ZERO }, e.type))
      : [c],
  );
}

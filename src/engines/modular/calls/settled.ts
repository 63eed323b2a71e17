// What a call passes in every round of a loop, whether it was followed or not.
// Asked by established.ts for calls in loops and behind them, also behind loops of callees.

import { successorsOf } from '../../../ir/cfg.js';
import type { Block, CallInstr, Expr } from '../../../ir/instr.js';
import type { FunctionBody, LocalVariable } from '../../../ir/program.js';
import { flowGraphOf } from '../../../solver/flow-graph.js';
import { weakOrder } from '../../../solver/weak-order.js';
import { NO_PRECONDITION, type Precondition } from '../domain/preconditions.js';
import { isKnown, type Symbols } from '../domain/symbols.js';
import type { Here } from '../exec/report.js';

/**
 * The facts about arguments that are the same in every round of a loop: constants, addresses, parameters that the caller does
 * not change. Where rounds were not followed, no more is known than these.
 */
export function settledPart(here: Here, { args }: CallInstr, symbols: Symbols, { facts }: Precondition): Precondition {
  const changed = changedParameters(here.body);
  const isSettled = (symbol: number): boolean => {
    const info = symbols.info(symbol);
    if (info.kind === 'term') return [info.left, info.right].every((v) => isKnown(v) || isSettled(v.symbol));
    const arg = info.kind === 'parameter' ? args[info.index] : undefined;
    return arg !== undefined && isConstant(arg, changed);
  };
  return { ...NO_PRECONDITION, facts: facts.filter(([symbol]) => isSettled(symbol)) };
}

function isConstant(e: Expr, changed: ReadonlySet<LocalVariable>): boolean {
  switch (e.kind) {
    case 'int':
    case 'function-address':
      return true;
    case 'cast':
    case 'unary':
      return isConstant(e.operand, changed);
    case 'address':
      return e.place.kind === 'var';
    case 'load': {
      const variable = e.place.kind === 'var' ? e.place.variable : null;
      return variable?.kind === 'parameter' && !variable.addressTaken && !changed.has(variable);
    }
    default:
      return false;
  }
}

const changedBy = new WeakMap<FunctionBody, ReadonlySet<LocalVariable>>();

/** Bodies do not change. */
function changedParameters(body: FunctionBody): ReadonlySet<LocalVariable> {
  const known = changedBy.get(body);
  if (known) return known;
  const changed = new Set<LocalVariable>();
  for (const { instrs } of body.blocks)
    for (const i of instrs) {
      const places = i.kind === 'assign' || i.kind === 'clear' ? [i.place] : i.kind === 'call' ? [i.result] : [];
      for (const place of i.kind === 'asm' ? i.outputs : places)
        if (place?.kind === 'var' && place.variable.kind === 'parameter') changed.add(place.variable);
    }
  changedBy.set(body, changed);
  return changed;
}

const loopBlocks = new WeakMap<FunctionBody, ReadonlySet<Block>>();

/**
 * May an execution come here whose rounds were not followed? Behind a loop, or behind a call of a function whose loops were cut:
 * its outcomes bound the numbers that its loops count to.
 */
export function mayFollowOtherRounds({ body, block, notes }: Here): boolean {
  const known = loopBlocks.get(body) ?? behind(loopHeads(body));
  loopBlocks.set(body, known);
  return known.has(block) || behindCuts(notes.cutCalls).has(block);
}

const cutBlocks = new WeakMap<ReadonlySet<Block>, { readonly count: number; readonly blocks: ReadonlySet<Block> }>();

/** Found anew only when another such call has been met. */
function behindCuts(calls: ReadonlySet<Block>): ReadonlySet<Block> {
  const known = cutBlocks.get(calls);
  if (known?.count === calls.size) return known.blocks;
  const blocks = behind(calls);
  cutBlocks.set(calls, { count: calls.size, blocks });
  return blocks;
}

function loopHeads(body: FunctionBody): Block[] {
  const { isHead } = weakOrder(flowGraphOf(body));
  return body.blocks.filter(({ id }) => isHead[id]);
}

/** The blocks that these lead to, and themselves. */
function behind(blocks: Iterable<Block>): Set<Block> {
  const reached = new Set<Block>();
  const work = [...blocks];
  for (let block = work.pop(); block; block = work.pop()) {
    if (reached.has(block)) continue;
    reached.add(block);
    work.push(...successorsOf(block.terminator));
  }
  return reached;
}

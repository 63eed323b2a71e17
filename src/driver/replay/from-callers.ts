// Runs from callers: a finding that a run from its function shows on records of the caller is shown without them where a caller makes them.
// Between tryFinding and the second stage of `check`.

import type { Finding } from '../../engines/engine.js';
import type { Linkage } from '../../interp/linkage.js';
import { successorsOf } from '../../ir/cfg.js';
import type { Block } from '../../ir/instr.js';
import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { Route, Turn } from '../../ir/route.js';
import { isModel } from '../../models/origin.js';
import { dependsOnCallers } from './condition.js';
import type { Effort } from './route-search.js';
import { type ShownAnswer, tryFinding } from './try-finding.js';

/** Callers of callers are asked up to here. */
const DEEPEST = 2;
const MOST_CALLS = 4;

/** A run from a caller that shows the finding and takes nothing for granted of that function's own callers; null if none is found. */
export function tryFromCallers(
  linkage: Linkage,
  program: Program,
  f: Finding,
  { shown, effort }: { readonly shown: ShownAnswer; readonly effort: Effort },
): ShownAnswer | null {
  let answer = shown;
  let instructions = 0;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const routes = routesTo(program, answer.route.function);
    const next = routes.length > 0 ? tryFinding(linkage, program, { ...f, routes }, effort) : null;
    if (next?.kind !== 'shown') return null;
    instructions += next.instructions;
    if (!dependsOnCallers(f.rule, next.attempt, next.route, next.run)) return { ...next, instructions };
    answer = next;
  }
  return null;
}

/** The functions at which such runs may begin. */
export function callersAround(program: Program, callee: FunctionSymbol): FunctionSymbol[] {
  let last = [callee];
  const all: FunctionSymbol[] = [];
  for (let depth = 0; depth < DEEPEST; depth++) {
    last = last.flatMap((f) => callersOf(program, f));
    all.push(...last);
  }
  return all;
}

function callersOf(program: Program, callee: FunctionSymbol): FunctionSymbol[] {
  const calls = (f: FunctionSymbol) => outlineIn(f).called.some((g) => program.definitionOf(g) === callee);
  return program
    .defined()
    .filter((f) => f !== callee && !isModel(f) && calls(f))
    .slice(0, MOST_CALLS);
}

/** Ways through functions of the program to calls of this one. */
function routesTo(program: Program, callee: FunctionSymbol): Route[] {
  const routes = callersOf(program, callee).flatMap((f) => {
    const isCalled = ({ instrs }: Block): boolean =>
      instrs.some(
        (i) => i.kind === 'call' && i.callee.kind === 'direct' && program.definitionOf(i.callee.function) === callee,
      );
    const all = f.body!.blocks.filter(isCalled).map((block) => turnsTo(f.body!.entry, block));
    return all.flatMap((turns) => (turns ? [{ function: f, turns }] : []));
  });
  return routes.slice(0, MOST_CALLS);
}

/** The decisions of a shortest way to a block. */
function turnsTo(entry: Block, goal: Block): Turn[] | null {
  const before = new Map<Block, Block | null>([[entry, null]]);
  for (const block of before.keys()) // grows while it is visited
    for (const next of successorsOf(block.terminator)) if (!before.has(next)) before.set(next, block);
  if (!before.has(goal)) return null;
  const turns: Turn[] = [];
  for (let to = goal, from = before.get(to); from; to = from, from = before.get(to))
    if (from.terminator.kind !== 'goto') turns.push({ from: from.id, to: to.id });
  return turns.reverse();
}

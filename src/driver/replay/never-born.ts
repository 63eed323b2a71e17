// Contradicts a leak without a search: the call that allocates the memory has constant arguments, and with these it does not allocate there.
// Between tryFinding, which searches, and the second stage of `check`.

import type { Finding } from '../../engines/engine.js';
import type { Choice, Choices } from '../../interp/given/choice.js';
import type { Linkage } from '../../interp/linkage.js';
import { type RunResult, runProgram } from '../../interp/run.js';
import type { CallInstr, Expr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';
import { optionsFor } from './route-search.js';
import { type Answer, isBorn, surroundingsOf } from './try-finding.js';

/** More runs than these, with other failing allocations, are not made. */
const MOST_RUNS = 64;

/**
 * What a call does that looks at nothing but its arguments, constants and its own memory is decided by the arguments and by the
 * allocations that fail. If no such run allocates the memory, no execution of the program does. null: this is not known.
 */
export function tryArguments(linkage: Linkage, program: Program, f: Finding): Answer | null {
  const birth = f.rule === 'leak' && !f.manyBlocks ? birthOf(program, f) : null;
  if (!birth) return null;
  const route = { function: birth.callee, turns: [] };
  const outside = surroundingsOf(program);
  let [runs, instructions] = [0, 0];
  const waiting: (readonly number[])[] = [[]];
  for (let failures = waiting.pop(); failures; failures = waiting.pop()) {
    const run = runProgram(linkage, optionsFor(route, { choices: birth.choices, failures }, outside));
    instructions += run.steps;
    if (++runs > MOST_RUNS || !isDecided(run, birth.choices)) return null;
    if (run.made.some((place) => isBorn(f, place))) return null;
    for (let next = (failures.at(-1) ?? 0) + 1; next <= run.requests; next++) waiting.push([...failures, next]);
  }
  return { kind: 'contradicted', runs, instructions };
}

/** Has the run come to its end, and looked at no other input? */
const isDecided = ({ outcome, given, inputs, reliesOn }: RunResult, choices: Choices): boolean =>
  outcome.kind === 'exit' && reliesOn === null && inputs.length === 0 && given.every(({ path }) => choices.has(path));

interface Birth {
  readonly callee: FunctionSymbol;
  /** Its arguments. */
  readonly choices: Choices;
}

/** The call in the function of the path with which the memory begins; null if its arguments are not constant. */
function birthOf(program: Program, { routes = [], trace }: Finding): Birth | null {
  const body = routes[0]?.function.body;
  const first = trace[0]?.site;
  if (!body || !first || first.source !== body.source) return null;
  const calls = body.blocks.flatMap(({ instrs }) => instrs).filter((i): i is CallInstr => i.kind === 'call');
  const [call, other] = calls.filter(({ at, end }) => at === first.at && end === first.end);
  if (call?.callee.kind !== 'direct' || other) return null;
  const callee = program.definitionOf(call.callee.function);
  const params = callee?.body?.params ?? [];
  if (!callee || isModel(callee) || call.args.length !== params.length) return null;
  const choices = new Map<string, Choice>();
  for (const [i, { name, type }] of params.entries()) {
    const value = constantOf(call.args[i]!);
    if (value === null || (type.kind === 'pointer' && value !== 0)) return null;
    choices.set(name, type.kind === 'pointer' ? 'null' : value);
  }
  return { callee, choices };
}

function constantOf(e: Expr): number | null {
  if (e.kind === 'cast') return constantOf(e.operand);
  const n = e.kind === 'int' ? Number(e.value) : null;
  return Number.isSafeInteger(n) ? n : null;
}

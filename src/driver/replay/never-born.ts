// Contradicts a leak without a search: the call that allocates the memory has constant arguments, and with these it does not allocate there.
// Between tryFinding, which searches, and the second stage of `check`.

import type { Finding, Site } from '../../engines/engine.js';
import type { Choice, Choices } from '../../interp/given/choice.js';
import type { Linkage } from '../../interp/linkage.js';
import { type RunResult, runProgram } from '../../interp/run.js';
import type { CallInstr, Expr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';
import { costOf, optionsFor } from './route-search.js';
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
    instructions += costOf(run);
    if (++runs > MOST_RUNS || !isDecided(run, birth.choices)) return null;
    if (run.made.some((place) => isBorn(f, place))) return null;
    for (let next = (failures.at(-1) ?? 0) + 1; next <= run.requests; next++) waiting.push([...failures, next]);
  }
  const why = `\`${birth.callee.name}\` with these arguments never allocates the memory`;
  return { kind: 'contradicted', runs, instructions, why };
}

/** Has the run come to its end, and looked at no other input? */
const isDecided = ({ outcome, given, inputs, reliesOn }: RunResult, choices: Choices): boolean =>
  outcome.kind === 'exit' && reliesOn === null && inputs.length === 0 && given.every(({ path }) => choices.has(path));

interface Birth {
  readonly callee: FunctionSymbol;
  /** Its arguments. */
  readonly choices: Choices;
}

/** The first call with constant arguments on the way from the function of the path to the allocation; null if there is none. */
function birthOf(program: Program, { routes: [route] = [], trace }: Finding): Birth | null {
  let f = route?.function;
  for (const { site } of trace) {
    const call = f && callAt(f, site);
    const callee = call?.callee.kind === 'direct' ? program.definitionOf(call.callee.function) : null;
    if (!call || !callee || isModel(callee)) return null;
    const choices = choicesOf(call, callee);
    if (choices) return { callee, choices };
    f = callee;
  }
  return null;
}

function callAt({ body }: FunctionSymbol, { source, at, end }: Site): CallInstr | null {
  if (body?.source !== source) return null;
  const calls = body.blocks.flatMap(({ instrs }) => instrs).filter((i): i is CallInstr => i.kind === 'call');
  const [call, other] = calls.filter((i) => i.at === at && i.end === end);
  return call && !other ? call : null;
}

/** null: its arguments are not constant. */
function choicesOf({ args }: CallInstr, { body }: FunctionSymbol): Choices | null {
  const choices = new Map<string, Choice>();
  for (const [i, { name, type }] of body!.params.entries()) {
    const value = args[i] ? constantOf(args[i]) : null;
    if (value === null || (type.kind === 'pointer' && value !== 0)) return null;
    choices.set(name, type.kind === 'pointer' ? 'null' : value);
  }
  return choices;
}

function constantOf(e: Expr): number | null {
  if (e.kind === 'cast') return constantOf(e.operand);
  const n = e.kind === 'int' ? Number(e.value) : null;
  return Number.isSafeInteger(n) ? n : null;
}

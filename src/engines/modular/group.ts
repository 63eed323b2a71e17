// A group of functions that call each other, from the summaries of those they call: the unit of work of this engine.
// A function of its inputs alone, so that groups may be analysed in any order and place, and their answers kept.

import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { calledTooEarly } from '../../solver/summaries.js';
import type { AnalysisOptions, Finding } from '../engine.js';
import { type Claim, Notebook, type Told } from './beliefs/claims.js';
import type { CallGraph } from './call-graph.js';
import { noteUnknown } from './calls/passed.js';
import { type Given, givenKey } from './domain/given.js';
import { globalCell } from './domain/globals.js';
import type { Cell } from './domain/state.js';
import type { Here } from './exec/here.js';
import { analyseProcedure, type Limits } from './procedure/procedure.js';
import { effectsOf, type Summary } from './summary/summary.js';

/** Recursive functions are analysed this often. */
const MOST_ROUNDS = 2;
/** More than these that call each other are analysed one by one, as code that is not seen to begin with. */
export const FEW = 4;

export interface Work {
  readonly program: Program;
  readonly options: AnalysisOptions;
  readonly graph: CallGraph;
}

/** What became of one function. */
export interface Answer extends Told {
  readonly function: FunctionSymbol;
  readonly summary: Summary;
  readonly steps: number;
  /** null: every path was followed as far as the limits on loops allow. */
  readonly stopped: string | null;
}

type SummaryOf = (f: FunctionSymbol) => Summary | 'pending' | null;

/**
 * Recursive functions: until what they do no longer changes, or a few times. That one of them has no way out so far says
 * nothing; in the end such calls are treated as code that is not seen.
 */
export function analyseGroup(
  work: Work,
  group: readonly FunctionSymbol[],
  summaryOf: (f: FunctionSymbol) => Summary | null,
): Answer[] {
  const answers = new Map<FunctionSymbol, Answer>();
  const members = new Set(group);
  const areFew = group.length <= FEW;
  const returns = (f: FunctionSymbol): boolean => (answers.get(f)?.summary.outcomes.length ?? 0) > 0;
  const known = (f: FunctionSymbol, otherwise: 'pending' | null, cut: boolean) =>
    members.has(f) ? (returns(f) ? { ...answers.get(f)!.summary, cut } : otherwise) : summaryOf(f);
  const analyseAll = (otherwise: 'pending' | null, round: number, care: Care = 'thorough', some = group): void => {
    for (const f of some) {
      const answer = analyseOnce(work, f, (callee) => known(callee, otherwise, areFew && round === most), care);
      answers.set(f, { ...answer, steps: answer.steps + (answers.get(f)?.steps ?? 0) });
    }
  };
  const calledEarly = (): readonly FunctionSymbol[] => {
    const early = calledTooEarly(group, (f) => work.graph.calleesOf(f));
    return group.filter((f) => early.has(f));
  };
  const recursive = group.length > 1 || work.graph.calleesOf(group[0]!).includes(group[0]!);
  const most = recursive ? MOST_ROUNDS : 1;
  for (let round = 1; round <= most; round++) {
    const before = group.map((f) => textOf(answers.get(f)?.summary));
    if (areFew) analyseAll('pending', round);
    else if (round > 1) analyseAll(null, round);
    else analyseAll(null, round, 'quick', calledEarly());
    if (areFew && !group.some(returns)) break;
    if (round > 1 && group.every((f, i) => textOf(answers.get(f)?.summary) === before[i])) break;
  }
  if (recursive && areFew && !group.every(returns)) analyseAll(null, most);
  return [...answers.values()];
}

/** Where paths were left out, one of them may have taken care of what the others drop: nothing is claimed. */
export function analyseOnce(work: Work, f: FunctionSymbol, summaryOf: SummaryOf, care: Care): Answer {
  const alarms: Alarm[] = [];
  const here = hereFor(work, f, summaryOf, alarms);
  const { summary, steps, stopped } = analyseProcedure(here, limitsOf(work.options, outlineIn(f).instructions, care));
  const claims = summary.complete ? here.notes.claims() : [];
  noteUnknown(here, summary.complete);
  const conditional = alarms.filter(isConditional).slice(0, MOST_OPEN);
  const open = conditional.length > 0 && canBeAsked(work.program, f) ? conditional : [];
  const found = alarms.filter((alarm) => !open.includes(alarm)).map(({ finding }) => finding);
  return {
    function: f,
    summary: open.length > 0 ? { ...summary, given: open.map(({ given }) => given) } : summary,
    found,
    claims: [...claims, ...open.map(({ finding }, i) => claimOf(f, finding, i))],
    evidence: here.notes.evidence(),
    steps,
    stopped,
  };
}

/** A finding, and what it takes for granted about arguments. */
interface Alarm {
  readonly finding: Finding;
  readonly given: Given;
}

/** What is lost is lost on other paths as well, which are not all told apart; a null is one because of what was tested. */
const isConditional = ({ finding, given }: Alarm): boolean => finding.rule === 'null-dereference' && given.length > 0;

/** Alarms of one function about which its callers are asked. */
const MOST_OPEN = 40;

const claimOf = ({ name }: FunctionSymbol, finding: Finding, i: number): Claim => ({
  slot: givenKey(name, i),
  kind: 'given',
  finding,
});

/** Are all callers known? Not if somebody may call it through a pointer. */
const canBeAsked = (program: Program, f: FunctionSymbol): boolean =>
  f.name !== 'main' && !f.addressTaken && !program.targetsOf(f.type).includes(f);

/**
 * Of many functions that call each other the first summaries are for those only that call them in a circle: few states will do.
 */
export type Care = 'quick' | 'thorough';

export function limitsOf({ budget }: AnalysisOptions, instructions: number, care: Care): Limits {
  const size = Math.min(Math.max(1, instructions / LONG), Math.max(1, budget / PER_SIZE));
  const states = budget < PRESSED ? 6 : 8;
  return care === 'thorough'
    ? { steps: size * budget, most: size * OVERTIME * Math.max(budget, 900), states, rounds: 2, outcomes: 12 }
    : { steps: budget / 5, most: OVERTIME * 500, states: 2, rounds: 2, outcomes: 4 };
}

/** In large projects, where each function has less than this, fewer states are followed. */
const PRESSED = 1_000;

/**
 * Functions with more instructions than this have a budget that grows with them, so that they are gone through once at least: up to
 * four times the usual one, and less where each function has less. Those that are longer still are made by programs, and have
 * as many states as lines.
 */
const LONG = 200;
const PER_SIZE = 625;

/** What is not finished within the budget may take as many times the budget. */
const OVERTIME = 3;

/** Only those that the call graph knows as callees are known: the answer must not depend on who was there before. */
function hereFor(work: Work, f: FunctionSymbol, summaryOf: SummaryOf, alarms: Alarm[]): Here {
  const { program, options, graph } = work;
  const callees = new Set(graph.calleesOf(f));
  const body = f.body!;
  const globals = new Map<number, Cell>();
  return {
    program,
    options,
    symbol: f,
    body,
    at: body.at,
    end: body.end,
    summaryOf: (callee) => (callees.has(callee) ? summaryOf(callee) : null),
    globalCell: (name, variable, state) => {
      const cell = globals.get(name) ?? globalCell(program, name, variable, state);
      globals.set(name, cell);
      return cell;
    },
    notes: new Notebook(),
    report: (finding, given) => alarms.push({ finding, given }),
  };
}

/** Tells whether a further round made a difference. */
export const textOf = (summary: Summary | undefined): string => summary?.outcomes.map(effectsOf).sort().join('#') ?? '';

// A group of functions that call each other, from the summaries of those they call: the unit of work of this engine.
// A function of its inputs alone, so that groups may be analysed in any order and place, and their answers kept.

import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { AnalysisOptions, Finding } from '../engine.js';
import type { Believer } from './beliefs/belief.js';
import { canBeAsked, isConditional } from './beliefs/callers-decide.js';
import type { CallGraph } from './call-graph.js';
import { noteUnknown } from './calls/passed.js';
import { type Given, givenKey } from './domain/given.js';
import { globalCell } from './domain/globals.js';
import type { Cell } from './domain/state.js';
import type { Here } from './exec/here.js';
import { type Claim, Notebook, type Told } from './ownership/claims.js';
import { analyseProcedure, type Limits } from './procedure/procedure.js';
import { type Gap, isComplete } from './summary/gaps.js';
import { effectsOf, type Summary } from './summary/summary.js';

/** Recursive functions are analysed this often. */
const MOST_ROUNDS = 2;
/** Of more functions that call each other, each is analysed by itself: calls without a summary are unknown calls. */
export const LARGEST_GROUP = 4;

export interface Work {
  readonly program: Program;
  readonly options: AnalysisOptions;
  readonly graph: CallGraph;
  readonly believer: Believer;
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
 * Recursive functions: until their summaries no longer change, or MOST_ROUNDS times. In the first rounds a call of one that
 * has no outcome yet is pending; in the end such calls are unknown calls.
 */
export function analyseGroup(
  work: Work,
  group: readonly FunctionSymbol[],
  summaryOf: (f: FunctionSymbol) => Summary | null,
): Answer[] {
  const answers = new Map<FunctionSymbol, Answer>();
  const members = new Set(group);
  const recursive = group.length > 1 || work.graph.calleesOf(group[0]!).includes(group[0]!);
  const most = recursive ? MOST_ROUNDS : 1;
  const returns = (f: FunctionSymbol): boolean => (answers.get(f)?.summary.outcomes.length ?? 0) > 0;
  const texts = (): string[] => group.map((f) => textOf(answers.get(f)?.summary));
  const analyseAll = (otherwise: 'pending' | null, more: readonly Gap[]): void => {
    const known = (f: FunctionSymbol) =>
      members.has(f) ? (returns(f) ? withGaps(answers.get(f)!.summary, more) : otherwise) : summaryOf(f);
    for (const f of group) {
      const answer = analyseOnce(work, f, known, 'thorough');
      answers.set(f, { ...answer, steps: answer.steps + (answers.get(f)?.steps ?? 0) });
    }
  };
  for (let round = 1; round <= most; round++) {
    const before = texts();
    analyseAll('pending', round === most ? RECURSION : []);
    if (!group.some(returns)) break;
    if (round > 1 && texts().every((text, i) => text === before[i])) break;
  }
  if (recursive && !group.every(returns)) analyseAll(null, RECURSION);
  return [...answers.values()];
}

const RECURSION: readonly Gap[] = ['recursion'];

const withGaps = (summary: Summary, more: readonly Gap[]): Summary => ({
  ...summary,
  gaps: [...summary.gaps, ...more],
});

/** Where paths were left out, one of them may have taken care of what the others drop: nothing is claimed. */
export function analyseOnce(work: Work, f: FunctionSymbol, summaryOf: SummaryOf, care: Care): Answer {
  const alarms: Alarm[] = [];
  const here = hereFor(work, f, summaryOf, alarms);
  const { summary, steps, stopped } = analyseProcedure(here, limitsOf(work.options, outlineIn(f).instructions, care));
  const claims = isComplete(summary) ? here.notes.claims(here) : [];
  noteUnknown(here, isComplete(summary));
  const isLatent = ({ finding, given }: Alarm): boolean =>
    here.believes('callers-decide') && isConditional(finding, given.length);
  const conditional = alarms.filter(isLatent).slice(0, MOST_OPEN);
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

/** Alarms of one function about which its callers are asked. */
const MOST_OPEN = 40;

const claimOf = ({ name }: FunctionSymbol, finding: Finding, i: number): Claim => ({
  slot: givenKey(name, i),
  kind: 'given',
  finding,
});

/** The first summary of a function in a large component is for callers in the same cycle only: few states will do. */
export type Care = 'quick' | 'thorough';

function limitsOf({ budget }: AnalysisOptions, instructions: number, care: Care): Limits {
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
  const { program, options, graph, believer } = work;
  const callees = new Set(graph.calleesOf(f));
  const body = f.body!;
  const globals = new Map<number, Cell>();
  return {
    ...believer,
    program,
    options,
    symbol: f,
    body,
    at: body.at,
    end: body.end,
    summaryOf: (callee) => (callees.has(callee) ? summaryOf(callee) : null),
    globalCell: (name, variable, state) => {
      const cell = globals.get(name) ?? globalCell(program, believer, name, variable, state);
      globals.set(name, cell);
      return cell;
    },
    notes: new Notebook(),
    report: (finding, given) => alarms.push({ finding, given }),
  };
}

/** Tells whether a further round made a difference. */
const textOf = (summary: Summary | undefined): string => summary?.outcomes.map(effectsOf).sort().join('#') ?? '';

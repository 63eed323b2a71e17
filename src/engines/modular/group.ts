// Analyses a group of mutually recursive functions, given the summaries of their callees: the unit of work of this engine.
// A function of its inputs alone, so that groups can be analysed in any order and place, and their results cached.

import { outlineIn, type Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { AnalysisOptions, Finding } from '../engine.js';
import type { Believer } from './beliefs/belief.js';
import type { CallGraph } from './call-graph.js';
import { assumeEstablished } from './calls/established.js';
import { describePrecondition } from './domain/describe-precondition.js';
import { globalCell, MOST_TARGETS } from './domain/globals.js';
import {
  type Basis,
  commonPart,
  type InputFacts,
  isEmpty,
  type LatentPrecondition,
  type Precondition,
  preconditionKey,
  withoutLearned,
} from './domain/preconditions.js';
import type { Cell } from './domain/state.js';
import type { Symbols } from './domain/symbols.js';
import { reportFreedBefore } from './exec/freed-before.js';
import type { Here } from './exec/report.js';
import { reportTestedLater } from './exec/tested-later.js';
import { noteWalks } from './exec/walks.js';
import { keepingIn } from './keeping/component.js';
import type { Surroundings } from './keeping/flows.js';
import type { Keeping } from './keeping/keeping.js';
import { type Claim, type Conclusions, Notebook, unclearBlock } from './ownership/claims.js';
import { analyseProcedure, type Limits } from './procedure/procedure.js';
import { type Gap, isComplete } from './summary/gaps.js';
import { effectsOf, type Summary } from './summary/summary.js';

/** Rounds of analysis of recursive functions. */
const MOST_ROUNDS = 2;
/** The functions of a larger component are analysed one by one: calls without a summary are unknown calls. */
export const LARGEST_GROUP = 4;

export interface Work {
  readonly program: Program;
  readonly options: AnalysisOptions;
  readonly graph: CallGraph;
  readonly believer: Believer;
  /** Told the state before each instruction. */
  readonly watch?: Here['watch'];
}

/** The result of one function. */
export interface Answer extends Conclusions {
  readonly function: FunctionSymbol;
  readonly summary: Summary;
  readonly steps: number;
  /** null: every path was followed as far as the limits on loops allow. */
  readonly stopped: string | null;
}

type SummaryOf = (f: FunctionSymbol) => Summary | 'pending' | null;

/**
 * Analyses recursive functions until their summaries are stable, or MOST_ROUNDS times. Calls of a function without
 * outcomes are pending in these rounds, and unknown calls in a last one.
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
  const keeping = keepingIn(group, surroundingsOf(work, group, summaryOf));
  const texts = (): string[] => group.map((f) => textOf(answers.get(f)?.summary));
  const analyseAll = (otherwise: 'pending' | null, more: readonly Gap[]): void => {
    const known = (f: FunctionSymbol) =>
      members.has(f) ? (returns(f) ? withGaps(answers.get(f)!.summary, more) : otherwise) : summaryOf(f);
    for (const f of group) {
      const answer = analyseWith(work, f, known, keeping, 'thorough');
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
  preconditions: 'unknown',
});

/** Analyses one function of a component that is too large for `analyseGroup`. */
export function analyseOnce(
  work: Work,
  f: FunctionSymbol,
  summaryOf: (f: FunctionSymbol) => Summary | null,
  thoroughness: Thoroughness,
): Answer {
  const keeping = keepingIn([f], surroundingsOf(work, [f], summaryOf));
  return analyseWith(work, f, summaryOf, keeping, thoroughness);
}

/** What the may-keep analysis asks: as for calls, only callees in the call graph are known. */
function surroundingsOf(
  { program, graph, believer }: Work,
  group: readonly FunctionSymbol[],
  summaryOf: (f: FunctionSymbol) => Summary | null,
): Surroundings {
  const callees = new Set(group.flatMap((f) => graph.calleesOf(f)));
  return {
    program,
    keepingOf: (f) => (callees.has(f) ? (summaryOf(f)?.keeping ?? null) : null),
    targetsOf: (pointer) => {
      const { functions } = program.targetsThrough(pointer);
      return functions.length === 0 || functions.length > MOST_TARGETS ? null : functions;
    },
    constIsBorrowed: believer.believes('const-is-borrowed'),
    isRecursive: group.some((f) => callees.has(f)),
  };
}

/** Analyses one function. If paths were cut, it makes no claims: a path that was not followed may free what the others drop. */
function analyseWith(
  work: Work,
  f: FunctionSymbol,
  summaryOf: SummaryOf,
  keeping: ReadonlyMap<FunctionSymbol, Keeping>,
  thoroughness: Thoroughness,
): Answer {
  const alarms: Alarm[] = [];
  const here = hereFor(work, f, summaryOf, keeping, alarms);
  const { summary, steps, stopped } = analyseProcedure(
    here,
    limitsOf(work.options, outlineIn(f).instructions, thoroughness),
  );
  if (here.believes('tested-after-use')) reportTestedLater(here, summary.symbols);
  if (here.notes.hasMerged)
    reportFreedBefore(here, ({ at, end }) =>
      alarms.some(
        ({ finding: { rule, site } }) =>
          (rule === 'double-free' || rule === 'use-after-free') &&
          site.source === here.body.source &&
          at <= site.at &&
          site.at < end,
      ),
    );
  if (here.believes('deviant-walk')) noteWalks(here);
  const made = here.notes.claims(here);
  const claims = isComplete(summary) ? made : made.filter(({ kind }) => kind === 'untested' || kind === 'endless');
  assumeEstablished(here, isComplete(summary));
  const open = alarms.flatMap((alarm) => latentAlarm(here, alarm, summary) ?? []).slice(0, MOST_OPEN);
  const conditional = new Set(open.map(({ finding }) => finding));
  const isFound = ({ finding, basis }: Alarm): boolean => basis.certain.length === 0 && !conditional.has(finding);
  const found = alarms.filter(isFound).map(({ finding }) => finding);
  const own = open.map(({ precondition, certain }): LatentPrecondition => ({ ...precondition, certain, depth: 0 }));
  const bound = [...here.notes.established.pairs()];
  const latent = [...own, ...bound.map(([, precondition]) => precondition)];
  const areRoundsCut = summary.gaps.includes('loops') || here.notes.cutCalls.size > 0;
  const preconditions = thoroughness === 'quick' ? 'unknown' : latent;
  const keys = bound.map((_, i) => preconditionKey(f.name, own.length + i));
  return {
    function: f,
    summary: preconditions.length > 0 ? { ...summary, preconditions } : summary,
    found,
    claims: [...claims, ...open.map((alarm, i) => claimOf(here, alarm, i, summary.symbols))],
    evidence: here.notes.evidence({
      established: here.notes.established.under(keys),
      conceivable: areRoundsCut ? here.notes.conceivable : NONE,
    }),
    steps,
    stopped,
  };
}

const NONE: ReadonlySet<string> = new Set();

interface Alarm {
  readonly finding: Finding;
  readonly basis: Basis;
}

/** A finding with its latent precondition. */
interface LatentAlarm {
  readonly finding: Finding;
  readonly precondition: Precondition;
  /** If there are any, there is no finding without a caller that knows them to hold. */
  readonly certain: InputFacts;
}

/**
 * null: it depends on no precondition that is known. Other paths that come to the same place may have the same error without being told: if
 * some were left out, all is open; if they have doubts, or do not know who holds the memory, what they need counts as well.
 */
function latentAlarm({ notes }: Here, { finding, basis }: Alarm, summary: Summary): LatentAlarm | null {
  const { certain } = basis;
  if (certain.length > 0) return { finding, precondition: basis.precondition, certain };
  const own = summary.gaps.includes('loops') ? withoutLearned(basis, summary.symbols) : basis.precondition;
  if (finding.rule === 'null-dereference') return isEmpty(own) ? null : { finding, precondition: own, certain };
  if (!isComplete(summary)) return null;
  const others = [basis.at, unclearBlock(basis.at, basis.allocation)].flatMap((key) => notes.unclear.get(key) ?? []);
  const precondition = others.reduce(commonPart, own);
  return isEmpty(precondition) ? null : { finding, precondition, certain };
}

/** Latent findings of one function; the rest is reported unconditionally. */
const MOST_OPEN = 40;

/** A run from this function alone says nothing about an error that depends on what a caller knows. */
function claimOf(
  { symbol, body }: Here,
  { finding, precondition, certain }: LatentAlarm,
  i: number,
  symbols: Symbols,
): Claim {
  const slot = preconditionKey(symbol.name, i);
  if (certain.length > 0) return { slot, kind: 'met', finding: { ...finding, routes: [] } };
  return { slot, kind: 'precondition', finding, needs: describePrecondition(precondition, symbols, body.params) };
}

/** The first summary of a function in a large component serves callers in the same cycle only: few states are enough. */
export type Thoroughness = 'quick' | 'thorough';

function limitsOf({ budget }: AnalysisOptions, instructions: number, thoroughness: Thoroughness): Limits {
  const size = Math.min(Math.max(1, instructions / LONG), Math.max(1, budget / PER_SIZE));
  const states = budget < PRESSED ? 6 : 8;
  return thoroughness === 'thorough'
    ? { steps: size * budget, most: size * OVERTIME * Math.max(budget, 900), states, rounds: 2, outcomes: 12 }
    : { steps: budget / 5, most: OVERTIME * 500, states: 2, rounds: 2, outcomes: 4 };
}

/** With a smaller budget per function, fewer states are followed. */
const PRESSED = 1_000;

/**
 * The budget of functions with more instructions than this grows with their length, up to four times the usual one, so
 * that each is traversed once at least. It grows less if the budget is small. Even longer functions are usually
 * generated.
 */
const LONG = 200;
const PER_SIZE = 625;

/** The factor by which the analysis of a function may exceed its budget. */
const OVERTIME = 3;

/** Only callees in the call graph have summaries, so that the result does not depend on the order of analysis. */
function hereFor(
  work: Work,
  f: FunctionSymbol,
  summaryOf: SummaryOf,
  keeping: ReadonlyMap<FunctionSymbol, Keeping>,
  alarms: Alarm[],
): Here {
  const { program, options, graph, believer, watch } = work;
  const callees = new Set(graph.calleesOf(f));
  const body = f.body!;
  const globals = new Map<number, Cell>();
  const told = new Set<Finding>();
  return {
    ...believer,
    program,
    options,
    watch,
    symbol: f,
    body,
    at: body.at,
    end: body.end,
    block: body.entry,
    index: 0,
    summaryOf: (callee) => (callees.has(callee) ? summaryOf(callee) : null),
    keepingOf: (callee) => keeping.get(callee) ?? null,
    globalCell: (name, variable, state) => {
      const cell = globals.get(name) ?? globalCell(program, believer, name, variable, state);
      globals.set(name, cell);
      return cell;
    },
    notes: new Notebook(),
    report: (finding, basis) => {
      if (!told.has(finding)) alarms.push({ finding, basis });
      told.add(finding);
    },
  };
}

/** Equal texts mean that another round made no difference. */
const textOf = (summary: Summary | undefined): string => summary?.outcomes.map(effectsOf).sort().join('#') ?? '';

// Combines the results of all functions into the result of the engine: each finding once, a report per function, no proof.
// The last step of `modular`, in one thread, after the functions were analysed anywhere.

import { outlineIn } from '../../ir/link.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { isModel } from '../../models/origin.js';
import type { AnalysisResult, Finding, FunctionReport } from '../engine.js';
import { because } from '../reason.js';
import { Ledger } from '../shared/ledger.js';
import type { FunctionOutcome } from '../summary-engine.js';
import type { Believer } from './beliefs/belief.js';
import { limitRepeats } from './beliefs/same-sentence.js';
import { giversIn } from './givers.js';
import { type Conclusions, NO_CONCLUSIONS } from './ownership/claims.js';
import type { Statement } from './ownership/evidence.js';
import { judge } from './ownership/judge.js';
import { openFindings } from './seal.js';

const NO_PROOF = because(
  'unsupported',
  'summaries follow loops a few times only: this engine finds errors and proves nothing',
);

export function resultOfProgram(
  program: PackedProgram,
  outcomes: readonly FunctionOutcome[],
  believer: Believer,
): AnalysisResult {
  const own = outcomes.filter((outcome) => !isModel(outcome.function));
  const ledger = new Ledger('modular');
  for (const outcome of own) ledger.reach(reportOf(outcome));
  for (const finding of findingsIn(program, own, believer)) ledger.report(finding);
  const first = own[0]?.function;
  if (first) ledger.giveUp({ source: first.unit.source, at: first.at, end: first.at }, NO_PROOF);
  return {
    engine: 'modular',
    findings: believer.believes('same-sentence')
      ? limitRepeats(ledger.findings(), giversIn(own.map((outcome) => outcome.function)))
      : ledger.findings(),
    obligations: ledger.obligations(),
    assumptions: ledger.assumptions(),
    functions: ledger.functions(),
    stats: {
      states: own.reduce((sum, outcome) => sum + ('result' in outcome ? outcome.result.steps : 0), 0),
      instructions: own.reduce((sum, outcome) => sum + outlineIn(outcome.function).instructions, 0),
    },
    draw: () => [],
  };
}

function reportOf(outcome: FunctionOutcome): FunctionReport {
  if ('crash' in outcome)
    return { function: outcome.function, status: 'skipped', reason: because('crash', outcome.crash) };
  const { status, reason } = outcome.result;
  return { function: outcome.function, status, reason };
}

/**
 * The unconditional findings of all functions, and the claims that hold in the whole program. A position may occur
 * several times, if an error happens there in several ways.
 */
export function findingsIn(
  program: PackedProgram,
  outcomes: readonly FunctionOutcome[],
  believer: Believer,
): Finding[] {
  const all = outcomes.map((outcome) => ({ function: outcome.function, ...conclusionsIn(program, outcome) }));
  const callers = callersIn(all.map((one) => one.function));
  return [
    ...all.flatMap(({ found }) => found),
    ...judge(
      all.map((one) => statementOf(program, one, callers)),
      believer,
    ),
  ];
}

const statementOf = (
  program: PackedProgram,
  { function: f, claims, evidence }: Conclusions & { readonly function: PackedFunction },
  callers: ReadonlyMap<string, readonly PackedFunction[]>,
): Statement => ({
  name: f.name,
  calls: outlineIn(f).called.map(({ name }) => name),
  alternatives: claims.length > 0 ? alternativesTo(program, [f, ...(callers.get(f.name) ?? [])]) : [],
  claims,
  evidence,
});

/** The other implementations of the operations that one of the functions implements. */
function alternativesTo(program: PackedProgram, implementations: readonly PackedFunction[]): string[] {
  const names = new Set(implementations.flatMap((f) => program.alternativesTo(f)).map(({ name }) => name));
  for (const { name } of implementations) names.delete(name);
  return [...names];
}

/** The functions that are stored somewhere, by what they call. */
function callersIn(functions: readonly PackedFunction[]): ReadonlyMap<string, readonly PackedFunction[]> {
  const callers = new Map<string, PackedFunction[]>();
  for (const f of functions)
    for (const { name } of f.addressTaken ? outlineIn(f).called : [])
      callers.set(name, [...(callers.get(name) ?? []), f]);
  return callers;
}

const conclusionsIn = (program: PackedProgram, outcome: FunctionOutcome): Conclusions =>
  'crash' in outcome || outcome.result.findings.length === 0
    ? NO_CONCLUSIONS
    : openFindings(program, outcome.result.findings);

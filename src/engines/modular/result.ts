// Combines the results of all functions into the result of the engine: each finding once, a report per function, no proof.
// The last step of `modular`, in one thread, after the functions were analysed anywhere.

import { outlineIn } from '../../ir/link.js';
import type { PackedFunction } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { isModel } from '../../models/origin.js';
import type { AnalysisOptions, AnalysisResult, Finding, FunctionReport } from '../engine.js';
import { because } from '../reason.js';
import { Ledger } from '../shared/ledger.js';
import type { FunctionOutcome } from '../summary-engine.js';
import type { Believer } from './beliefs/belief.js';
import { limitRepeats } from './beliefs/same-sentence.js';
import { type Callers, callersIn } from './callers.js';
import { giversIn } from './givers.js';
import { type Conclusions, NO_CONCLUSIONS } from './ownership/claims.js';
import type { Statement } from './ownership/evidence.js';
import { judge } from './ownership/judge.js';
import { judgeLatent } from './ownership/latent.js';
import { openFindings } from './seal.js';

const NO_PROOF = because(
  'unsupported',
  'summaries follow loops a few times only: this engine finds errors and proves nothing',
);

export function resultOfProgram(
  program: PackedProgram,
  outcomes: readonly FunctionOutcome[],
  believer: Believer,
  options: AnalysisOptions,
): AnalysisResult {
  const own = outcomes.filter((outcome) => !isModel(outcome.function));
  const ledger = new Ledger('modular');
  for (const outcome of own) ledger.reach(reportOf(outcome));
  const all = findingsIn(program, own, believer);
  for (const finding of all) if (!finding.latent) ledger.report(finding);
  const manifest = ledger.findings();
  const first = own[0]?.function;
  if (first) ledger.giveUp({ source: first.unit.source, at: first.at, end: first.at }, NO_PROOF);
  return {
    engine: 'modular',
    findings: [
      ...(believer.believes('same-sentence')
        ? limitRepeats(manifest, giversIn(own.map((outcome) => outcome.function)))
        : manifest),
      ...(options.latent ? latentBeside(manifest, all) : []),
    ],
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

/** The latent findings at other places than the manifest ones, each place once. */
function latentBeside(manifest: readonly Finding[], all: readonly Finding[]): readonly Finding[] {
  const ledger = new Ledger('modular');
  const placeOf = ({ rule, site }: Finding): string => `${rule} ${site.source.name}:${site.at}`;
  const told = new Set(manifest.map(placeOf));
  const latent = all.filter((finding) => finding.latent && !told.has(placeOf(finding)));
  for (const finding of latent) ledger.report(finding);
  const needs = new Map([...latent].reverse().map((finding) => [placeOf(finding), finding.condition]));
  return ledger.findings().map((finding) => ({ ...finding, latent: true, condition: needs.get(placeOf(finding))! }));
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
  const users = usersIn(all.map((one) => one.function));
  const callers = callersIn(program);
  const statements = all.map((one) => statementOf(program, one, users, callers(one.function)));
  return [...all.flatMap(({ found }) => found), ...judge(statements, believer), ...judgeLatent(statements, believer)];
}

const statementOf = (
  program: PackedProgram,
  { function: f, claims, evidence }: Conclusions & { readonly function: PackedFunction },
  users: ReadonlyMap<string, readonly PackedFunction[]>,
  callers: Callers,
): Statement => ({
  name: f.name,
  callers,
  calls: outlineIn(f).called.map(({ name }) => name),
  alternatives: claims.length > 0 ? alternativesTo(program, [f, ...(users.get(f.name) ?? [])]) : [],
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
function usersIn(functions: readonly PackedFunction[]): ReadonlyMap<string, readonly PackedFunction[]> {
  const users = new Map<string, PackedFunction[]>();
  for (const f of functions)
    for (const { name } of f.addressTaken ? outlineIn(f).called : []) users.set(name, [...(users.get(name) ?? []), f]);
  return users;
}

const conclusionsIn = (program: PackedProgram, outcome: FunctionOutcome): Conclusions =>
  'crash' in outcome || outcome.result.findings.length === 0
    ? NO_CONCLUSIONS
    : openFindings(program, outcome.result.findings);

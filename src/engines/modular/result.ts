// The answers for all functions as the result of an engine: findings once, what became of each function, no proof.
// Last step of `modular`, in one thread, after groups were analysed wherever.

import { outlineIn } from '../../ir/link.js';
import { PackedFunction } from '../../ir/pack/open.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { AnalysisResult, Finding, TraceStep } from '../engine.js';
import { Ledger } from '../shared/ledger.js';
import { judge } from './beliefs/judge.js';
import type { Answer } from './group.js';

const NO_PROOF = 'summaries follow loops a few times only: this engine finds errors and proves nothing';

export { isModel } from '../../models/origin.js';

export interface Concluded extends Pick<Answer, 'function' | 'found' | 'claims' | 'evidence' | 'steps' | 'stopped'> {
  readonly summary: { readonly complete: boolean };
  readonly instructions: number;
  /** A mistake of ours: what went wrong when it was looked at. */
  readonly failed?: string;
}

export function conclude(answers: readonly Concluded[]): AnalysisResult {
  const ledger = new Ledger('modular');
  for (const { function: f, stopped, summary, failed } of answers) {
    const reason = failed ?? stopped ?? (summary.complete ? null : 'some of its paths were left out');
    ledger.reach({ function: f, status: failed ? 'skipped' : stopped ? 'timeout' : 'analysed', reason });
  }
  for (const finding of findingsOf(answers)) ledger.report(finding);
  const first = answers[0]?.function;
  if (first) ledger.giveUp({ source: sourceOf(first), at: first.at, end: first.at }, NO_PROOF);
  return {
    engine: 'modular',
    findings: fewOfAKind(ledger.findings()),
    obligations: ledger.obligations(),
    assumptions: ledger.assumptions(),
    functions: ledger.functions(),
    stats: {
      states: answers.reduce((sum, { steps }) => sum + steps, 0),
      instructions: answers.reduce((sum, { instructions }) => sum + instructions, 0),
    },
    draw: () => [],
  };
}

/** What functions found by themselves, and those of their claims that the whole program bears out. */
export function findingsOf(answers: readonly Pick<Answer, 'function' | 'found' | 'claims' | 'evidence'>[]): Finding[] {
  const testimonies = answers.map(({ function: f, claims, evidence }) => ({
    name: f.name,
    calls: outlineIn(f).called.map(({ name }) => name),
    claims,
    evidence,
  }));
  return [...answers.flatMap(({ found }) => found), ...judge(testimonies)];
}

/** What is said of one function in the same words is one mistake, seen in many places: the first of them are findings. */
const MOST_ALIKE = 3;
const MOST_NAMED = 8;

/** The last finding of those that are kept leads to the other places. */
export function fewOfAKind(findings: readonly Finding[]): Finding[] {
  const alike = new Map<string, Finding[]>();
  const kindOf = ({ rule, function: f, site, message }: Finding): string =>
    [rule, site.source.name, f, message].join('\n');
  for (const finding of findings) alike.set(kindOf(finding), [...(alike.get(kindOf(finding)) ?? []), finding]);
  return findings.flatMap((finding) => {
    const kind = alike.get(kindOf(finding))!;
    const index = kind.indexOf(finding);
    if (index >= MOST_ALIKE) return [];
    const others = index === MOST_ALIKE - 1 ? kind.slice(MOST_ALIKE) : [];
    return [{ ...finding, trace: [...finding.trace, ...placesOf(others)] }];
  });
}

function placesOf(others: readonly Finding[]): TraceStep[] {
  const more = others.length - MOST_NAMED;
  return others.slice(0, MOST_NAMED).map(({ site }, i) => ({
    site,
    message:
      i === MOST_NAMED - 1 && more > 0 ? `the same holds here and in ${more} other places` : 'the same holds here',
  }));
}

const sourceOf = (f: FunctionSymbol) => (f instanceof PackedFunction ? f.unit.source : f.body!.source);

// Conditions for errors that another engine found in a function, each with an example input.
// For the second stage of `check`; no answer for errors that this engine does not find within the budget.

import { FALSE, or } from '../../logic/linear/constraint.js';
import type { AnalysisOptions, AnalysisRequest, Finding, Input, Site } from '../engine.js';
import { analyse, type SymbolicResult } from './engine.js';
import { describeCondition, type Explained } from './explain.js';

export interface KnownCondition {
  /**
   * In words, over the parameters of the entry and its inputs: `n >= 2`, `mode != 0 and the second malloc fails`. Begins
   * with `only if` or `at least if` where only one direction is known.
   */
  readonly text: string;
  /** `exactly`, under the assumptions of the analysis, or one direction only. */
  readonly kind: Explained['kind'];
  /** An example that satisfies it, one clause each: `mode = 1`, `the second malloc fails`. */
  readonly example: readonly string[];
  /** The example as input for `caulk run`, if the entry is `main`. */
  readonly input: Input | null;
}

export interface Question<F extends Wanted> extends Pick<AnalysisRequest, 'program' | 'entry'> {
  readonly findings: readonly F[];
  readonly options: Pick<AnalysisOptions, 'mallocMayFail' | 'leakAtExit'>;
  /** Abstract steps; a few hundred suffice for most functions. */
  readonly budget: number;
}

type Wanted = Pick<Finding, 'rule' | 'site' | 'allocation'>;

/**
 * Analyses the entry once, for any arguments, and looks up the findings. Arguments of unknown calls are assumed only to
 * escape: a condition helps readers, it is not a proof.
 */
export function conditionsFor<F extends Wanted>(question: Question<F>): Map<F, KnownCondition> {
  const { program, entry, findings, budget } = question;
  const options = { ...question.options, failingAllocations: 'followed', budget } as const;
  const result = analyse({ program, entry, options }, undefined, 'escape');
  return new Map(
    findings.flatMap((f): [F, KnownCondition][] => {
      const known = answer(result, f, entry.name === 'main');
      return known ? [[f, known]] : [];
    }),
  );
}

function answer(result: SymbolicResult, wanted: Wanted, isProgram: boolean): KnownCondition | null {
  const same = sameErrors(result.findings, wanted).map((f) => result.explained.get(f)!);
  const [first] = same;
  if (!first) return null;
  const kind = same.find((e) => e.kind !== 'exactly')?.kind ?? 'exactly';
  const condition = same.reduce((all, e) => or(all, e.condition), FALSE);
  const shown = same.find((e) => e.input) ?? first;
  return {
    text: describeCondition(result.decider, condition, kind),
    kind,
    example: shown.example,
    input: isProgram ? shown.input : null,
  };
}

/** Findings at the same line. Engines may report a leak at different places: then it is matched by its allocation. */
function sameErrors(findings: readonly Finding[], { rule, site, allocation }: Wanted): Finding[] {
  const alike = findings.filter((f) => f.rule === rule);
  const here = alike.filter((f) => isSameLine(f.site, site));
  if (here.length > 0 || rule !== 'leak' || !allocation) return here;
  return alike.filter((f) => f.allocation && isSameLine(f.allocation, allocation));
}

function isSameLine(a: Site, b: Site): boolean {
  if (a.source !== b.source) return false;
  const [x, y] = [a, b].map(({ source, at }) => source.locate(at));
  return x!.file === y!.file && x!.line === y!.line;
}

// Runs engines that prove on the findings of the first stage: a sound proof from the function or from main drops a finding.
// Part of the second stage of `check`, function by function, within a budget of abstract steps.

import { describeError } from '../../base/crash.js';
import type { EngineName, Finding, Obligation, Rule } from '../../engines/engine.js';
import type { ReasonKind } from '../../engines/reason.js';
import type { ProverName } from '../../engines/registry.js';
import { PROPERTY_OF } from '../../engines/shared/ledger.js';
import { reachableFrom } from '../../engines/shared/reachable-functions.js';
import { isShown } from '../../findings/locate.js';
import type { FunctionProof } from '../../findings/report.js';
import { proves } from '../../findings/verdicts.js';
import { hasBody, type Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import type { FunctionVerdict } from '../project/function-prover.js';
import type { EntryAnswer } from '../project/questions.js';
import { isSelfContained } from './self-contained.js';

export interface SecondOpinion {
  /** The engine that proves that it cannot happen, and the entry of its proof; null if there is none. */
  readonly refutation: { readonly by: EngineName; readonly from: string } | null;
  /**
   * Findings of other engines at the same place, with a condition on the input if they know one. They are definite only from
   * main: callers of another function may exclude the inputs for which it happens.
   */
  readonly agreeing: readonly Finding[];
}

export interface Panel {
  readonly program: Program;
  /** The cheap ones first. */
  readonly engines: readonly ProverName[];
  /** The most analyses that are made. */
  readonly analyses: number;
  /** Abstract steps of each. */
  readonly steps: number;
  /** Of all, each step weighed by the number of functions that its analysis reaches: states grow with these. */
  readonly together: number;
  /** Obligations of executions from this entry that no engine considers. */
  readonly unseen: (entry: FunctionSymbol) => readonly Obligation[];
  /** The executions from an entry, within so many steps; rejects if the engine crashes. */
  readonly ask: (engine: ProverName, entry: FunctionSymbol, steps: number) => Promise<EntryAnswer>;
  /** Whether a function is proved by itself, under assumptions. */
  readonly prove: (f: FunctionSymbol) => Promise<FunctionVerdict>;
}

/** The origin of the block that a finding is about. */
type Block = 'its own' | 'perhaps given';

/** The most functions that an entry may reach. */
const MOST_REACHED = 300;

export const NO_OPINION: SecondOpinion = { refutation: null, agreeing: [] };

/** An engine, and where it begins. */
interface Pair {
  readonly engine: ProverName;
  readonly entry: FunctionSymbol;
}

/** With fewer steps no engine comes far. */
const WORTH_ASKING = 20;

/** Each entry is analysed at most once by each engine, for all findings. */
export class SecondStage {
  private readonly answers = new Map<string, Promise<EntryAnswer | null>>();
  private readonly reaches = new Map<FunctionSymbol, ReadonlySet<FunctionSymbol>>();
  private readonly hidden = new Map<FunctionSymbol, readonly Obligation[]>();
  private readonly allowed = new Set<string>();
  private readonly proofs = new Set<FunctionSymbol>();
  private readonly left = new Set<string>();
  readonly entries = new Set<FunctionSymbol>();
  /** Crashes of engines. */
  readonly problems: string[] = [];

  /** If there are too many analyses for all findings, the first findings get them, in whatever order they are judged. */
  constructor(
    private readonly panel: Panel,
    findings: readonly Finding[],
  ) {
    for (const finding of findings)
      for (const pair of this.pairsFor(finding)) if (this.allowed.size < panel.analyses) this.allowed.add(nameOf(pair));
  }

  get analyses(): number {
    return this.answers.size + this.proofs.size;
  }

  /** Analyses for which no steps were left. */
  get untried(): number {
    return this.left.size;
  }

  async judge(finding: Finding): Promise<SecondOpinion> {
    const home = this.homeOf(finding);
    if (!home) return NO_OPINION;
    const agreeing: Finding[] = [];
    for (const pair of this.pairsFor(finding)) {
      const { engine, entry } = pair;
      const result = await this.ask(pair);
      if (!result) continue;
      const block = this.originOf(finding, this.reachOf(entry));
      if (refutes(result, finding, home, block) && this.seesAll(entry, finding)) {
        return { refutation: { by: engine, from: entry.name }, agreeing: [] };
      }
      const same = result.findings.filter((f) => isSame(f, finding));
      agreeing.push(...(entry.name === 'main' ? same : same.map((f) => ({ ...f, certainty: finding.certainty }))));
    }
    this.entries.add(home);
    this.proofs.add(home);
    const { proof } = await this.panel.prove(home);
    if (proof && this.refutesAlone(proof, finding, home))
      return { refutation: { by: proof.engine, from: home.name }, agreeing: [] };
    return { refutation: null, agreeing };
  }

  private pairsFor(finding: Finding): Pair[] {
    const home = this.homeOf(finding);
    const entries = home ? [...this.entriesFor(home)] : [];
    return entries.flatMap((entry) =>
      this.panel.engines.filter((e) => suits(e, entry)).map((engine) => ({ engine, entry })),
    );
  }

  /** A proof of the function by itself: none of its assumptions may be what the finding claims to be violated. */
  private refutesAlone({ assumptions, followed }: FunctionProof, finding: Finding, home: FunctionSymbol): boolean {
    if (assumptions.some(({ kind }) => COULD_HIDE[finding.rule].includes(kind))) return false;
    const inside = () => [home, ...this.panel.program.defined().filter((f) => followed.includes(f.name))];
    return finding.rule !== 'leak' || this.originOf(finding, inside()) === 'its own';
  }

  private homeOf({ function: name, site }: Finding): FunctionSymbol | null {
    for (const unit of this.panel.program.units) {
      if (unit.source !== site.source) continue;
      for (const f of unit.functions) if (f.name === name && hasBody(f)) return f;
    }
    return null;
  }

  /**
   * The function itself if it does not depend on what ran before; main if it reaches the function. Entries that reach too
   * much are left out: no engine analyses a whole project within its steps.
   */
  private *entriesFor(home: FunctionSymbol): Generator<FunctionSymbol> {
    const { program } = this.panel;
    if (home.name !== 'main' && this.reachOf(home).size <= MOST_REACHED && isSelfContained(program, home)) yield home;
    const main = program.functionNamed('main');
    const reach = main && this.reachOf(main);
    if (reach?.has(home) && reach.size <= MOST_REACHED) yield main!;
  }

  private reachOf(entry: FunctionSymbol): ReadonlySet<FunctionSymbol> {
    const known = this.reaches.get(entry);
    if (known) return known;
    const reach = reachableFrom(this.panel.program, entry);
    this.reaches.set(entry, reach);
    return reach;
  }

  /** Is the block allocated by one of the functions, rather than passed to them? */
  private originOf({ allocation, trace }: Finding, functions: Iterable<FunctionSymbol>): Block {
    const born = allocation && isShown(allocation) ? allocation : trace[0]?.site; // traces begin where the block does
    if (!allocation || !born) return 'perhaps given';
    const { source, at } = born;
    const inside = ({ body }: FunctionSymbol) => body!.source === source && body!.at <= at && at < body!.end;
    return [...functions].some(inside) ? 'its own' : 'perhaps given';
  }

  /** A crash of one engine does not affect the report otherwise. */
  private ask(pair: Pair): Promise<EntryAnswer | null> {
    const { engine, entry } = pair;
    const name = nameOf(pair);
    const known = this.answers.get(name);
    if (known) return known;
    const steps = this.stepsFor(entry);
    if (!this.allowed.has(name) || steps < WORTH_ASKING) {
      this.left.add(name);
      return Promise.resolve(null);
    }
    this.entries.add(entry);
    const answer = this.panel.ask(engine, entry, steps).catch((error: unknown) => {
      this.problems.push(`the engine ${engine} crashed in \`${entry.name}\`: ${describeError(error)}`);
      return null;
    });
    this.answers.set(name, answer);
    return answer;
  }

  /** An equal share for each analysis, whatever others take of theirs. */
  private stepsFor(entry: FunctionSymbol): number {
    const { steps, together } = this.panel;
    return Math.min(steps, Math.floor(together / this.allowed.size / this.reachOf(entry).size));
  }

  /** Asked last: what no engine considers takes a look at everything that the entry reaches. */
  private seesAll(entry: FunctionSymbol, { rule }: Finding): boolean {
    const obligations = this.hidden.get(entry) ?? this.panel.unseen(entry);
    this.hidden.set(entry, obligations);
    return proves({ obligations }, PROPERTY_OF[rule]);
  }
}

function nameOf({ engine, entry }: Pair): string {
  const { source, at } = entry.body!;
  return `${engine} ${source.name} ${at} ${entry.name}`;
}

/**
 * Does the answer prove that the finding cannot happen? Every obligation of the property is proved; the function is reached
 * and analysed; no execution ends before in an error that the engine found, as a proof holds only for executions that get
 * past it; and no assumption could exclude the finding. Over-approximation excludes nothing. The shapes of parameters do
 * not matter for the leak of a block that is allocated by what is analysed.
 */
function refutes(result: EntryAnswer, { rule }: Finding, home: FunctionSymbol, block: Block): boolean {
  if (!proves(result, PROPERTY_OF[rule]) || result.obligations.some((o) => o.status === 'refuted')) return false;
  if (!result.analysed.includes(home) || result.findings.some((f) => f.rule !== 'leak')) return false;
  const assumed = result.assumptions.filter(({ kind }) => kind !== 'over-approximated');
  if (assumed.length === 0) return true;
  return rule === 'leak' && block === 'its own' && assumed.every(({ kind }) => kind === 'parameter-shape');
}

/**
 * The assumptions of a proof of one function that could exclude a finding of each rule. A finding may be about what calls do
 * that the proof does not follow, except for the leak of a block that the function itself allocates: what it hands to
 * such a call is not proved to be freed.
 */
const COULD_HIDE: Readonly<Record<Rule, readonly ReasonKind[]>> = {
  leak: ['environment', 'parameter-shape'],
  'null-dereference': ['not-null', 'in-bounds', 'valid-memory', 'valid-result', 'callee', 'environment'],
  'unchecked-allocation': ['not-null', 'in-bounds', 'valid-memory', 'valid-result', 'callee', 'environment'],
  'use-after-free': ['ownership', 'valid-memory', 'valid-result', 'in-bounds', 'callee'],
  'double-free': ['ownership', 'valid-memory', 'valid-result', 'callee'],
  'invalid-free': ['ownership', 'valid-memory', 'valid-result', 'callee'],
  'mismatched-free': ['ownership', 'valid-memory', 'valid-result', 'callee'],
  'uninitialized-pointer': ['valid-argument', 'valid-memory', 'valid-result', 'in-bounds', 'callee'],
  'out-of-bounds': ['valid-argument', 'valid-memory', 'valid-result', 'in-bounds', 'callee'],
};

/** The same rule at the same line; for rules other than leaks also at overlapping text: a macro may be long. */
function isSame(a: Finding, b: Finding): boolean {
  const line = ({ site }: Finding) => site.source.locate(site.at).line;
  if (a.rule !== b.rule || a.site.source !== b.site.source || line(a) !== line(b)) return false;
  return a.rule === 'leak' || (a.site.at <= b.site.end && b.site.at <= a.site.end);
}

/** Engines with assumptions about what parameters point to; for the others that is unknown memory. */
const KNOW_PARAMETERS: ReadonlySet<EngineName> = new Set(['paths', 'symbolic', 'stack']);

const suits = (engine: ProverName, { body }: FunctionSymbol): boolean =>
  KNOW_PARAMETERS.has(engine) || !body!.params.some((p) => p.type.kind === 'pointer');

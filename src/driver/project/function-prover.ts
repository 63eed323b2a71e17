// Proofs of single functions of a project: no heap error of its own, if callers and callees keep to what is listed.
// Each function is one piece of work: an engine on a slice of the program (slice.ts), within a number of steps.

import { describeError } from '../../base/crash.js';
import type { AnalysisOptions, EntryEngine, Obligation, Property, Slice } from '../../engines/engine.js';
import { because, type Reason } from '../../engines/reason.js';
import { openReturns } from '../../engines/shared/broken-promises.js';
import { EffectsOfCalls } from '../../engines/shared/call-effects.js';
import { openOrders } from '../../engines/shared/evaluation-order.js';
import { openFormats } from '../../engines/shared/formats.js';
import { openHandlers } from '../../engines/shared/handlers.js';
import { openReleases } from '../../engines/shared/releases.js';
import type { FunctionProof } from '../../findings/report.js';
import { outlineIn, type Program } from '../../ir/link.js';
import { type FunctionSymbol, symbolOf } from '../../ir/program.js';
import { walkNode } from '../../ir/walk.js';
import { isModel } from '../../models/origin.js';
import { Callers } from './callers.js';
import { type SliceSize, sliceAround } from './slice.js';

/** The answer to the question whether a function is free of heap errors. Plain data. */
export interface FunctionVerdict {
  readonly proof: FunctionProof | null;
  /** Why there is no proof; null if there is one. */
  readonly reason: Reason | null;
  readonly steps: number;
}

export interface Prover {
  readonly program: Program;
  /** Those that can analyse slices; the cheap ones first. */
  readonly engines: readonly EntryEngine[];
  readonly options: Omit<AnalysisOptions, 'budget'>;
  /** Abstract steps per analysis. */
  readonly steps: number;
}

/** `isRefuted`: every execution that reaches some place has an error there. */
interface Attempt extends FunctionVerdict {
  readonly isRefuted?: boolean;
}

/** The function with its small callees, then by itself. */
const SIZES: readonly SliceSize[] = [
  { callee: 60, all: 240 },
  { callee: 0, all: 0 },
];

/** What is proved. Memory that is still allocated at the end of a function is the business of its caller. */
const PROVED: readonly Property[] = ['valid-deref', 'valid-free', 'valid-memtrack'];

export class FunctionProver {
  private readonly effects: EffectsOfCalls;
  private readonly callers: Callers;
  private readonly jumps: boolean;

  constructor(private readonly prover: Prover) {
    this.effects = new EffectsOfCalls(prover.program);
    this.callers = new Callers(prover.program);
    this.jumps = prover.program.units.some((u) => u.functions.some((f) => isJump(symbolOf(f))));
  }

  /** The first proof; otherwise the reason why the first attempt gives none. An error that it shows is not assumed away. */
  prove(f: FunctionSymbol): FunctionVerdict {
    let steps = 0;
    let reason: Reason | null = null;
    const tried = new Set<number>();
    for (const size of SIZES) {
      const follows = sliceAround(this.prover.program, f, size);
      if (tried.has(follows.size)) continue;
      tried.add(follows.size);
      for (const engine of this.prover.engines.filter((e) => e.slices)) {
        const verdict = this.ask(engine, f, follows);
        steps += verdict.steps;
        if (verdict.proof) return { proof: verdict.proof, reason: null, steps };
        reason ??= verdict.reason;
        if (verdict.isRefuted) return { proof: null, reason: verdict.reason, steps };
      }
    }
    return { proof: null, reason, steps };
  }

  private ask(engine: EntryEngine, f: FunctionSymbol, follows: ReadonlySet<FunctionSymbol>): Attempt {
    const { program, options, steps: budget } = this.prover;
    if ([...follows].some(mayJump)) return { proof: null, reason: JUMPS, steps: 0 };
    const slice: Slice = { follows, jumps: this.jumps, effectsOf: (callee, call) => this.effects.of(callee, call) };
    try {
      const requires = [{ kind: 'nonnull', params: this.callers.neverNull(f) }] as const;
      const result = engine.analyse({ program, entry: f, options: { ...options, budget }, slice, requires });
      const open = worstOf(result.obligations) ?? worstOf(this.unseen(f, follows));
      const { instructions: steps } = result.stats;
      if (open) return { proof: null, reason: open.reason, steps, isRefuted: open.status === 'refuted' };
      const assumptions = result.assumptions.filter(({ kind }) => kind !== 'over-approximated').sort(byKind);
      const followed = [...follows].filter((g) => g !== f && !isModel(g)).map(({ name }) => name);
      return { proof: { engine: engine.name, assumptions, trivial: isTrivial(f), followed }, reason: null, steps };
    } catch (error) {
      const text = `the engine ${engine.name} crashed in \`${f.name}\`: ${describeError(error)}`;
      return { proof: null, reason: { kind: 'crash', text }, steps: 0 };
    }
  }

  /** Obligations that no engine considers. */
  private unseen(f: FunctionSymbol, follows: ReadonlySet<FunctionSymbol>): Obligation[] {
    const { program } = this.prover;
    return [openFormats, openOrders, openHandlers, openReturns, openReleases].flatMap((find) =>
      find(program, f, follows),
    );
  }
}

/** Names of setjmp.h, and of functions that return twice. */
const isJump = (name: string): boolean => /^_*(sig)?(setjmp|longjmp)(_chk)?$|^v?fork$/.test(name) && name !== 'fork';

const mayJump = (f: FunctionSymbol): boolean => !isModel(f) && outlineIn(f).called.some((g) => isJump(symbolOf(g)));

const JUMPS = because('unsupported', 'jumps out of functions are not followed');

/** An open obligation, if possible one that is violated. */
function worstOf(obligations: readonly Obligation[]): Obligation | undefined {
  const open = obligations.filter(isOpen);
  return open.find(({ status }) => status === 'refuted') ?? open[0];
}

const isOpen = ({ property, status }: Obligation): boolean => status !== 'proved' && PROVED.includes(property);

const byKind = (a: Reason, b: Reason): number => compare(a.kind, b.kind) || compare(a.text, b.text);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Neither calls, nor accesses through pointers or with an index that is not constant. */
function isTrivial(f: FunctionSymbol): boolean {
  const { called, pointers } = outlineIn(f);
  if (called.length > 0 || pointers.length > 0) return false;
  let accesses = 0;
  const place = (p: { readonly kind: string; readonly index?: { readonly kind: string } }): void => {
    if (p.kind === 'deref' || (p.kind === 'index' && p.index?.kind !== 'int')) accesses++;
  };
  for (const { instrs, terminator } of f.body!.blocks)
    for (const node of [...instrs, terminator]) walkNode(node, { place });
  return accesses === 0;
}

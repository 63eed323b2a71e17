// What the calls of a program do with memory, by the summaries of the unmodified program.
// From the analysis of a project to the kinds of mutants, which ask for calls that free or allocate.

import type { ProgramAnalysis } from '../../src/driver/project/analyse-program.js';
import { believerWithout } from '../../src/engines/modular/beliefs/registry.js';
import { hookIn } from '../../src/engines/modular/domain/globals.js';
import { isKnown } from '../../src/engines/modular/domain/symbols.js';
import { openSummary } from '../../src/engines/modular/seal.js';
import type { Outcome } from '../../src/engines/modular/summary/summary.js';
import type { CallInstr, Expr } from '../../src/ir/instr.js';
import type { Program } from '../../src/ir/link.js';
import { counterpartOf } from '../../src/ir/pack/pack-program.js';
import type { FunctionSymbol } from '../../src/ir/program.js';

const ALL_BELIEFS = believerWithout([]);

/** Of the function that the program runs for a symbol. */
interface Effects {
  /** Indices of parameters whose targets may be freed. */
  readonly freed: ReadonlySet<number>;
  /** Does it return fresh memory? */
  readonly allocates: boolean;
}

export class CallEffects {
  private readonly effects: ReadonlyMap<FunctionSymbol, Effects>;

  constructor(
    private readonly program: Program,
    private readonly analysis: ProgramAnalysis,
  ) {
    this.effects = effectsOf(analysis);
  }

  /** The definitions that may be called: directly, or through a function pointer that always holds the same. */
  targetsOf({ callee }: CallInstr): FunctionSymbol[] {
    const target = callee.kind === 'direct' ? callee.function : this.hook(callee.pointer);
    const definition = target && this.program.definitionOf(target);
    return definition ? [definition] : [];
  }

  /** The arguments whose targets the call may free. */
  freedBy(call: CallInstr): Expr[] {
    return call.args.filter((_, i) => this.effectsOf(call).some(({ freed }) => freed.has(i)));
  }

  allocates = (call: CallInstr): boolean => this.effectsOf(call).some(({ allocates }) => allocates);

  private effectsOf(call: CallInstr): Effects[] {
    const { program, analysis, effects } = this;
    return this.targetsOf(call).flatMap((f) => effects.get(counterpartOf(program, analysis.program, f)) ?? []);
  }

  private hook(pointer: Expr): FunctionSymbol | null {
    const variable = pointer.kind === 'load' && pointer.place.kind === 'var' ? pointer.place.variable : null;
    if (variable?.kind !== 'global') return null;
    return hookIn(this.program, this.program.variableOf(variable), ALL_BELIEFS);
  }
}

function effectsOf({ program, outcomes }: ProgramAnalysis): Map<FunctionSymbol, Effects> {
  const effects = new Map<FunctionSymbol, Effects>();
  for (const outcome of outcomes) {
    if ('crash' in outcome) continue;
    const { outcomes: ways } = openSummary(program, outcome.result.summary);
    effects.set(outcome.function, { freed: new Set(ways.flatMap(freedIn)), allocates: ways.some(returnsMemory) });
  }
  return effects;
}

function freedIn({ state }: Outcome): number[] {
  return [...state.cells.values()].flatMap(({ status, name }) => {
    const info = state.symbols.info(name);
    return status === 'freed' && info.kind === 'parameter' ? [info.index] : [];
  });
}

function returnsMemory({ state, result }: Outcome): boolean {
  if (result === null || isKnown(result)) return false;
  return state.cells.get(result.symbol)?.kind === 'heap' && state.symbols.info(result.symbol).kind === 'fresh';
}

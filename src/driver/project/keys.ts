// What the verdict on a group of functions depends on, as one short text: its code, the summaries of those it calls, the
// constants it mentions, the options. Equal keys, equal verdicts; so verdicts can be kept and made elsewhere.

import type { AnalysisOptions } from '../../engines/engine.js';
import type { CallGraph } from '../../engines/modular/call-graph.js';
import { isFixed, MOST_TARGETS } from '../../engines/modular/domain/globals.js';
import { type Care, limitsOf } from '../../engines/modular/group.js';
import { mentionsIn } from '../../ir/link.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction, PackedGlobal } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import type { GlobalVariable } from '../../ir/program.js';

export class Keys {
  private readonly contents = new Map<GlobalVariable, string>();
  private readonly setting: (care: Care) => string;

  constructor(
    private readonly program: PackedProgram,
    private readonly graph: CallGraph,
    options: AnalysisOptions,
  ) {
    this.setting = (care) => JSON.stringify([options, limitsOf(options, 0, care)]);
  }

  keyOf(group: readonly PackedFunction[], care: Care, summaryHash: (f: PackedFunction) => string): string {
    return hashOf(this.setting(care), ...group.map((f) => this.describe(f, summaryHash)));
  }

  private describe(f: PackedFunction, summaryHash: (f: PackedFunction) => string): string {
    const { program } = this;
    const { variables, pointers } = f.outline!;
    const callees = this.graph.calleesOf(f) as readonly PackedFunction[];
    return [
      program.idOf(f),
      f.entry.body!.hash,
      ...callees.map((g) => `${program.idOf(g)} ${summaryHash(g)}`),
      ...pointers.map((pointer) => this.targetsOf(pointer)),
      ...variables.map((g) => this.contentOf(g as PackedGlobal)),
    ].join('\n');
  }

  private targetsOf(pointer: string): string {
    const targets = this.program.targetsOfSignature(pointer) as readonly PackedFunction[];
    return targets.length > MOST_TARGETS ? 'many' : targets.map((f) => this.program.idOf(f)).join();
  }

  /** What the variable is called, and what it and the constants it leads to hold if that never changes. */
  private contentOf(mentioned: GlobalVariable): string {
    const first = this.program.variableOf(mentioned);
    const known = this.contents.get(first);
    if (known !== undefined) return known;
    const reached = new Set([first]);
    const parts: string[] = [];
    for (const g of reached) {
      if (g.literal) continue;
      parts.push(this.program.idOf(g as PackedGlobal));
      if (isFixed(this.program, g)) parts.push(...this.tableOf(g as PackedGlobal, reached));
    }
    const text = parts.length < 2 ? parts.join() : hashOf(...parts);
    this.contents.set(first, text);
    return text;
  }

  /** What a constant holds; the variables it mentions are to be told next. */
  private tableOf(g: PackedGlobal, reached: Set<GlobalVariable>): string[] {
    const { mentioned, variables } = mentionsIn(g);
    for (const v of variables) reached.add(this.program.variableOf(v));
    const functions = mentioned.map((f) => this.program.idOf((this.program.definitionOf(f) ?? f) as PackedFunction));
    return [g.entry?.hash ?? '', ...functions];
  }
}

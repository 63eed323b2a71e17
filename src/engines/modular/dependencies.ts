// What the analysis of a function reads besides its code and the summaries of its callees: the candidate targets of calls
// through pointers, and the constants it mentions. As text, for the keys under which results are cached.

import { mentionsIn, returnedIn } from '../../ir/link.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction, PackedGlobal } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';
import { type FunctionSymbol, type GlobalVariable, symbolOf } from '../../ir/program.js';
import type { CalledPointer } from '../../ir/targets/holders.js';
import type { Believer } from './beliefs/belief.js';
import { isFixed, MOST_TARGETS } from './domain/globals.js';

export class Dependencies {
  private readonly contents = new Map<GlobalVariable, string>();

  constructor(
    private readonly program: PackedProgram,
    private readonly believer: Believer,
  ) {}

  of(f: PackedFunction): string {
    const { called, variables, pointers } = f.outline!;
    return [
      ...called.flatMap((callee) => this.returnedBy(callee)),
      ...pointers.map((pointer) => this.targetsOf(pointer)),
      ...variables.map((g) => this.contentOf(g as PackedGlobal)),
    ].join('\n');
  }

  /** Known of callees without a summary, too (calls/returned.ts). */
  private returnedBy(callee: FunctionSymbol): string[] {
    const definition = this.program.definitionOf(callee);
    const index = definition ? returnedIn(definition) : null;
    return index === null ? [] : [`${symbolOf(callee)} returns ${index}`];
  }

  private targetsOf(pointer: CalledPointer): string {
    const { functions, isExact } = this.program.targetsThrough(pointer);
    if (functions.length > MOST_TARGETS) return 'many';
    const ids = functions.map((f) => this.program.idOf(f as PackedFunction));
    return [isExact ? 'exactly' : '', ...ids].join();
  }

  /** The name of the variable; of a constant also its contents, and those of the constants that it points to. */
  private contentOf(mentioned: GlobalVariable): string {
    const first = this.program.variableOf(mentioned);
    const known = this.contents.get(first);
    if (known !== undefined) return known;
    const reached = new Set([first]);
    const parts: string[] = [];
    for (const g of reached) {
      if (g.literal) continue;
      parts.push(this.program.idOf(g as PackedGlobal));
      if (isFixed(this.program, g, this.believer)) parts.push(...this.tableOf(g as PackedGlobal, reached));
    }
    const text = parts.length < 2 ? parts.join() : hashOf(parts);
    this.contents.set(first, text);
    return text;
  }

  /** The contents of a constant; the variables it mentions are visited next. */
  private tableOf(g: PackedGlobal, reached: Set<GlobalVariable>): string[] {
    const { mentioned, variables } = mentionsIn(g);
    for (const v of variables) reached.add(this.program.variableOf(v));
    const functions = mentioned.map((f) => this.program.idOf((this.program.definitionOf(f) ?? f) as PackedFunction));
    return [g.entry?.hash ?? '', ...functions];
  }
}

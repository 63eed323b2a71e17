// What the code of a program looks like, as short texts: equal texts, equal answers about it.
// Part of the keys under which program-work.ts keeps answers.

import { reachableFrom } from '../../engines/shared/reachable-functions.js';
import { hashOf } from '../../ir/pack/format.js';
import type { PackedFunction, PackedUnit } from '../../ir/pack/open.js';
import type { PackedProgram } from '../../ir/pack/program.js';

export class CodeKeys {
  /** All variables: engines and runs may initialise more of them than are mentioned. */
  private readonly variables: string;
  private readonly known = new Map<PackedFunction, string>();
  private everything: string | null = null;

  constructor(private readonly program: PackedProgram) {
    const all = program.units.flatMap((unit) =>
      unit.linked.map((g) => `${program.idOf(g)} ${g.entry?.hash} ${program.isNeverChanged(g)}`),
    );
    this.variables = hashOf(all.sort());
  }

  /** All that executions from the function reach. */
  reachedFrom(f: PackedFunction): string {
    const known = this.known.get(f);
    if (known !== undefined) return known;
    const reached = [...reachableFrom(this.program, f)].map((g) => this.describe(g as PackedFunction));
    const key = hashOf(this.program.idOf(f), this.variables, reached.sort());
    this.known.set(f, key);
    return key;
  }

  /** The functions beside one that only its unit can call: what they pass to it. */
  around(f: PackedFunction): string {
    return f.linkage === 'internal' ? codeOf(f.unit) : '';
  }

  /** All code of the program. */
  get all(): string {
    const { program, variables } = this;
    const functions = () => program.units.flatMap((unit) => unit.functions.map((f) => this.describe(f)));
    this.everything ??= hashOf(variables, functions().sort());
    return this.everything;
  }

  private describe(f: PackedFunction): string {
    const { body } = f.entry;
    return `${this.program.idOf(f)} ${body?.hash} ${body?.look}`;
  }
}

const codeOf = ({ functions }: PackedUnit): string =>
  hashOf(functions.map(({ entry }) => `${entry.name} ${entry.body?.hash}`));

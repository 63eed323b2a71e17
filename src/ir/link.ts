// One program from many translation units: which definition a symbol means, which functions a pointer may call.
// External names are shared, internal ones belong to their unit; strong definitions win over weak ones.

import type { FunctionType } from '../frontend/types.js';
import type { FunctionSymbol, GlobalVariable, Unit } from './program.js';
import { fits, signatureOf } from './signature.js';

/** Strong definitions win over weak ones, and both over bodies that stand in for them. */
const rank = ({ attributes }: FunctionSymbol): number => (attributes.standIn ? 0 : attributes.weak ? 1 : 2);

export class Program {
  private readonly functions = new Map<string, FunctionSymbol>();
  private readonly variables = new Map<string, GlobalVariable>();
  private readonly candidates: FunctionSymbol[] = [];
  private readonly targets = new Map<string, readonly FunctionSymbol[]>();

  constructor(readonly units: readonly Unit[]) {
    for (const unit of units) {
      for (const f of unit.functions) this.addFunction(f);
      for (const g of unit.globals) this.addVariable(g);
    }
  }

  private addFunction(f: FunctionSymbol): void {
    if (f.addressTaken) this.candidates.push(f);
    if (f.linkage === 'internal' || (!f.body && !f.attributes.alias)) return;
    const known = this.functions.get(f.name);
    if (!known || rank(f) > rank(known)) this.functions.set(f.name, f);
  }

  private addVariable(g: GlobalVariable): void {
    if (g.linkage === 'internal') return;
    const known = this.variables.get(g.name);
    const better = !known || (!known.defined && g.defined) || (!known.initializer && g.initializer !== null);
    if (better || (known.weak && !g.weak && g.defined)) this.variables.set(g.name, g);
  }

  /** The symbol with the body that a call of `f` runs, aliases followed; null if the program does not define it. */
  definitionOf(f: FunctionSymbol): FunctionSymbol | null {
    const own = (f.body && !f.attributes.standIn) || f.linkage === 'internal';
    let symbol: FunctionSymbol | undefined = own ? f : this.functions.get(f.name);
    for (let hops = 0; symbol && !symbol.body && symbol.attributes.alias && hops < 10; hops++) {
      symbol = this.functions.get(symbol.attributes.alias);
    }
    return symbol?.body ? symbol : null;
  }

  /** The one variable that all declarations of an external name stand for. */
  variableOf(g: GlobalVariable): GlobalVariable {
    return g.linkage === 'internal' ? g : (this.variables.get(g.name) ?? g);
  }

  /** The function of this name that has a body: an external one, else an internal one of any unit. */
  functionNamed(name: string): FunctionSymbol | null {
    const external = this.functions.get(name);
    if (external) return this.definitionOf(external);
    for (const unit of this.units) for (const f of unit.functions) if (f.name === name && f.body) return f;
    return null;
  }

  /** Every function with a body, in order of units and definition. */
  defined(): FunctionSymbol[] {
    return this.units.flatMap((u) => u.functions.filter((f) => f.body));
  }

  /**
   * What a call through a pointer of this type may run: functions whose address is taken and whose type fits. Records of
   * different units are the same if they have the same tag.
   */
  targetsOf(type: FunctionType): readonly FunctionSymbol[] {
    const signature = signatureOf(type);
    const known = this.targets.get(signature);
    if (known) return known;
    const fitting = this.candidates.filter((f) => fits(signatureOf(f.type), signature));
    const definitions = fitting.map((f) => this.definitionOf(f) ?? f);
    const targets = [...new Set(definitions)];
    this.targets.set(signature, targets);
    return targets;
  }
}

// One program from many translation units: which definition a symbol means, which functions a pointer may call.
// External names are shared, internal ones belong to their unit; strong definitions win over weak ones.

import { isInteger } from '../types/questions.js';
import type { FunctionType } from '../types/types.js';
import { type Mentioned, mentionedBy, type Outline, outlineOf } from './outline.js';
import { type Beginning, beginningOf, PackedFunction, PackedGlobal, PackedUnit } from './pack/open.js';
import type { FunctionSymbol, GlobalVariable, Unit } from './program.js';
import { fits, signatureOf } from './signature.js';

/** Strong definitions win over weak ones, and both over bodies that stand in for them. */
const rank = ({ attributes }: FunctionSymbol): number => (attributes.standIn ? 0 : attributes.weak ? 1 : 2);

export class Program {
  private readonly functions = new Map<string, FunctionSymbol>();
  private readonly variables = new Map<string, GlobalVariable>();
  private readonly candidates: FunctionSymbol[] = [];
  private readonly targets = new Map<string, readonly FunctionSymbol[]>();
  /** External variables: how many units know of them, and whether one may change them. */
  private readonly uses = new Map<string, { readonly units: number; readonly changed: boolean }>();

  constructor(readonly units: readonly Unit[]) {
    for (const unit of units) {
      for (const f of unit.functions) this.addFunction(f);
      for (const g of variablesIn(unit)) this.addVariable(g);
    }
  }

  private addFunction(f: FunctionSymbol): void {
    if (f.addressTaken) this.candidates.push(f);
    if (f.linkage === 'internal' || (!hasBody(f) && !f.attributes.alias)) return;
    const known = this.functions.get(f.name);
    if (!known || rank(f) > rank(known)) this.functions.set(f.name, f);
  }

  private addVariable(g: GlobalVariable): void {
    if (g.linkage === 'internal') return;
    const { units, changed } = this.uses.get(g.name) ?? { units: 0, changed: false };
    this.uses.set(g.name, { units: units + 1, changed: changed || g.changed });
    const known = this.variables.get(g.name);
    const better = !known || (!known.defined && g.defined) || (!isInitialized(known) && isInitialized(g));
    if (better || (known.weak && !g.weak && g.defined)) this.variables.set(g.name, g);
  }

  /** The symbol with the body that a call of `f` runs, aliases followed; null if the program does not define it. */
  definitionOf(f: FunctionSymbol): FunctionSymbol | null {
    const own = (hasBody(f) && !f.attributes.standIn) || f.linkage === 'internal';
    let symbol: FunctionSymbol | undefined = own ? f : this.functions.get(f.name);
    for (let hops = 0; symbol && !hasBody(symbol) && symbol.attributes.alias && hops < 10; hops++) {
      symbol = this.aliased(symbol, symbol.attributes.alias);
    }
    return symbol && hasBody(symbol) ? symbol : null;
  }

  /** The other name may be one that only the unit of the alias knows. */
  private aliased(f: FunctionSymbol, name: string): FunctionSymbol | undefined {
    const unit = this.units.find((u) => u.functions.includes(f));
    return unit?.functions.find((g) => g.name === name && hasBody(g)) ?? this.functions.get(name);
  }

  /** The one variable that all declarations of an external name stand for. */
  variableOf(g: GlobalVariable): GlobalVariable {
    return g.linkage === 'internal' ? g : (this.variables.get(g.name) ?? g);
  }

  /**
   * Does the variable hold what it was given at the start, whoever runs? One that other files may know of does if the files
   * that use it are here, and it is no pointer: those are there to be set, by a file that is not here if by none that is.
   */
  isNeverChanged(g: GlobalVariable): boolean {
    const variable = this.variableOf(g);
    if (!variable.defined) return false;
    if (variable.linkage === 'internal') return !variable.changed;
    const { units, changed } = this.uses.get(variable.name)!;
    return !changed && isInteger(variable.type) && (units > 1 || this.functions.has('main'));
  }

  /** The function of this name that has a body: an external one, else an internal one of any unit. */
  functionNamed(name: string): FunctionSymbol | null {
    const external = this.functions.get(name);
    if (external) return this.definitionOf(external);
    for (const unit of this.units) for (const f of unit.functions) if (f.name === name && hasBody(f)) return f;
    return null;
  }

  /** Every function with a body, in order of units and definition; one that units share once. */
  defined(): FunctionSymbol[] {
    return [...new Set(this.units.flatMap((u) => u.functions.filter(hasBody)))];
  }

  /**
   * What a call through a pointer of this type may run: functions whose address is taken and whose type fits. Records of
   * different units are the same if they have the same tag.
   */
  targetsOf(type: FunctionType): readonly FunctionSymbol[] {
    return this.targetsOfSignature(signatureOf(type));
  }

  targetsOfSignature(signature: string): readonly FunctionSymbol[] {
    const known = this.targets.get(signature);
    if (known) return known;
    const fitting = this.candidates.filter((f) => fits(signatureIn(f), signature));
    const definitions = fitting.map((f) => this.definitionOf(f) ?? f);
    const targets = [...new Set(definitions)];
    this.targets.set(signature, targets);
    return targets;
  }
}

// What is asked of every symbol of a project is answered without reading packed ones.

export const hasBody = (f: FunctionSymbol): boolean =>
  f instanceof PackedFunction ? f.entry.body !== null : f.body !== null;

/** Those that may be known elsewhere. */
export const variablesIn = (unit: Unit): readonly GlobalVariable[] =>
  unit instanceof PackedUnit ? unit.linked : unit.globals;

export const isInitialized = (g: GlobalVariable): boolean =>
  g instanceof PackedGlobal ? g.isInitialized : g.initializer !== null;

/** What a variable holds at the start, as far as it is not too long; all of it matters to few. */
export const beginningIn = (g: GlobalVariable): Beginning =>
  g instanceof PackedGlobal ? g.beginning : beginningOf(g.initializer);

export const signatureIn = (f: FunctionSymbol): string =>
  f instanceof PackedFunction ? f.signature : signatureOf(f.type);

/** Where a function with a body begins. */
export function placeIn(f: FunctionSymbol): { readonly file: string; readonly line: number; readonly system: boolean } {
  if (f instanceof PackedFunction) return f.entry.body!;
  const { source, at } = f.body!;
  return { ...source.locate(at), system: source.inSystemHeader(at) };
}

/** What a variable names at the beginning; literals may be left out. */
export const mentionsIn = (g: GlobalVariable): Mentioned => (g instanceof PackedGlobal ? g.mentions : mentionedBy(g));

/** Of a function with a body. */
export const outlineIn = (f: FunctionSymbol): Outline =>
  f instanceof PackedFunction ? f.outline! : outlineOf(f.body!);

// One program from many translation units: the definition of a symbol, the possible targets of a function pointer.
// External names are shared, internal ones belong to their unit; strong definitions override weak ones.

import { isInteger } from '../types/questions.js';
import type { CType, FunctionType } from '../types/types.js';
import { plainSymbol } from './formats.js';
import { type Mentioned, mentionedBy, type Outline, outlineOf } from './outline.js';
import { type Beginning, beginningOf, PackedFunction, PackedGlobal, PackedUnit } from './pack/open.js';
import { type FunctionSymbol, type GlobalVariable, symbolOf, type Unit } from './program.js';
import { returnedBy } from './returned.js';
import { fits, signatureOf } from './signature.js';
import { type AddressFlow, flowsOf, initialFlows } from './targets/flows.js';
import type { CalledPointer } from './targets/holders.js';
import { FunctionFlow, type Targets } from './targets/solve.js';
import { givenBy, membersBehind } from './targets/strangers.js';

/** Does the body define its symbol for the linker, overriding weak definitions and stand-ins? */
const isStrong = (f: FunctionSymbol): boolean => hasBody(f) && !f.attributes.standIn && !f.attributes.weak;

export class Program {
  /** Definitions with external linkage by symbol, without stand-ins. */
  private readonly functions = new Map<string, FunctionSymbol>();
  /** Functions that no unit defines, by symbol: the first one that was looked up. */
  private readonly undefined = new Map<string, FunctionSymbol>();
  private readonly variables = new Map<string, GlobalVariable>();
  private readonly candidates: FunctionSymbol[] = [];
  private readonly targets = new Map<string, readonly FunctionSymbol[]>();
  private flow: FunctionFlow | null = null;
  /** External variables: how many units declare them, and whether one may change them. */
  private readonly uses = new Map<string, { readonly units: number; readonly changed: boolean }>();

  constructor(readonly units: readonly Unit[]) {
    for (const unit of units) {
      for (const f of unit.functions) this.addFunction(f);
      for (const g of variablesIn(unit)) this.addVariable(g);
    }
  }

  private addFunction(f: FunctionSymbol): void {
    if (f.addressTaken) this.candidates.push(f);
    if (f.linkage === 'internal' || f.attributes.standIn || (!hasBody(f) && !f.attributes.alias)) return;
    const known = this.functions.get(symbolOf(f));
    if (!known || (known.attributes.weak && !f.attributes.weak)) this.functions.set(symbolOf(f), f);
  }

  private addVariable(g: GlobalVariable): void {
    if (g.linkage === 'internal') return;
    const { units, changed } = this.uses.get(g.name) ?? { units: 0, changed: false };
    this.uses.set(g.name, { units: units + 1, changed: changed || g.changed });
    const known = this.variables.get(g.name);
    const better = !known || (!known.defined && g.defined) || (!isInitialized(known) && isInitialized(g));
    if (better || (known.weak && !g.weak && g.defined)) this.variables.set(g.name, g);
  }

  /**
   * The symbol whose body a call of `f` runs, aliases resolved; null if the program does not define it. A stand-in runs if
   * there is no definition, and only under its own name: its calls under another name of the symbol do not run it.
   */
  definitionOf(f: FunctionSymbol): FunctionSymbol | null {
    const own = isStrong(f) || f.linkage === 'internal';
    let symbol: FunctionSymbol | undefined = own ? f : (this.external(symbolOf(f)) ?? f);
    for (let hops = 0; symbol && !hasBody(symbol) && symbol.attributes.alias && hops < 10; hops++) {
      symbol = this.aliased(symbol, symbol.attributes.alias);
    }
    return symbol && hasBody(symbol) ? symbol : null;
  }

  /** The special case of a function for a format (formats.ts) is the function itself, unless something defines it. */
  private external(symbol: string): FunctionSymbol | undefined {
    return this.functions.get(symbol) ?? this.functions.get(plainSymbol(symbol));
  }

  /** Represents `f` in comparisons of addresses: all declarations of one function, even under several names, are equal. */
  addressed(f: FunctionSymbol): FunctionSymbol {
    const definition = this.definitionOf(f);
    if (definition || f.linkage === 'internal') return definition ?? f;
    const known = this.undefined.get(symbolOf(f)) ?? f;
    this.undefined.set(symbolOf(f), known);
    return known;
  }

  /** The target of an alias may be internal to the unit of the alias. */
  private aliased(f: FunctionSymbol, name: string): FunctionSymbol | undefined {
    const unit = this.units.find((u) => u.functions.includes(f));
    return unit?.functions.find((g) => symbolOf(g) === name && hasBody(g)) ?? this.functions.get(name);
  }

  /** The one variable that all declarations of an external name denote. */
  variableOf(g: GlobalVariable): GlobalVariable {
    return g.linkage === 'internal' ? g : (this.variables.get(g.name) ?? g);
  }

  /**
   * Does the variable keep its initial value in every execution? An external one does if the program is complete enough
   * (several units use it, or it is executable) and it is an integer: an external pointer that no unit here sets is set
   * by a unit that is not here.
   */
  isNeverChanged(g: GlobalVariable): boolean {
    const variable = this.variableOf(g);
    if (!variable.defined) return false;
    if (variable.linkage === 'internal') return !variable.changed;
    const { units, changed } = this.uses.get(variable.name)!;
    return !changed && isInteger(variable.type) && (units > 1 || this.isExecutable);
  }

  /** Is `main` here? Otherwise other programs use what is external. */
  get isExecutable(): boolean {
    return this.functions.has('main');
  }

  /** The function of this name that has a body: an external one, else an internal one of any unit. */
  functionNamed(name: string): FunctionSymbol | null {
    const external = this.functions.get(name);
    if (external) return this.definitionOf(external);
    for (const unit of this.units) for (const f of unit.functions) if (f.name === name && hasBody(f)) return f;
    return null;
  }

  /** Every function with a body, in order of units and definition; a function that units share is listed once. */
  defined(): FunctionSymbol[] {
    return [...new Set(this.units.flatMap((u) => u.functions.filter(hasBody)))];
  }

  /**
   * The possible targets of a call through a pointer of this type: address-taken functions of a matching type. Records
   * of different units match if they have the same tag.
   */
  targetsOf(type: FunctionType): readonly FunctionSymbol[] {
    return this.targetsOfSignature(signatureOf(type));
  }

  targetsOfSignature(signature: string): readonly FunctionSymbol[] {
    const known = this.targets.get(signature);
    if (known) return known;
    const fitting = this.candidates.filter((f) => fits(signatureIn(f), signature));
    const targets = [...new Set(fitting.map((f) => this.addressed(f)))];
    this.targets.set(signature, targets);
    return targets;
  }

  /** The possible targets of a call through this pointer, by where their addresses flow. */
  targetsThrough(pointer: CalledPointer): Targets {
    this.flow ??= this.solveFlows();
    return this.flow.through(pointer);
  }

  /** May code that is not followed call it through a pointer? */
  isGivenAway(f: FunctionSymbol): boolean {
    if (!f.addressTaken) return false;
    this.flow ??= this.solveFlows();
    return this.flow.hasEscaped(f);
  }

  /** The functions that are stored in the same members of records as `f`. */
  alternativesTo(f: FunctionSymbol): readonly FunctionSymbol[] {
    if (!f.addressTaken) return [];
    this.flow ??= this.solveFlows();
    return this.flow.alternativesTo(f);
  }

  private solveFlows(): FunctionFlow {
    const taken = new Set(this.candidates.map((f) => this.addressed(f)));
    const symbols = new Set(this.units.flatMap((unit) => [...unit.functions, ...variablesIn(unit)]));
    return new FunctionFlow(this, [...taken], [...symbols].flatMap(flowsIn), membersBehind(this.given()));
  }

  /** The types of what code outside the program gives to it. */
  private *given(): Generator<CType> {
    const asked = new Set<string>();
    for (const unit of this.units) {
      for (const f of unit.functions) {
        const isNew = !asked.has(symbolOf(f)) && !hasBody(f);
        if (isNew) asked.add(symbolOf(f));
        if (isNew && !this.definitionOf(f)) yield* givenBy(f.type);
      }
      for (const g of variablesIn(unit)) if (!this.variableOf(g).defined) yield g.type;
    }
  }
}

// The functions below answer from the tables of packed units, without unpacking symbols.

export const hasBody = (f: FunctionSymbol): boolean =>
  f instanceof PackedFunction ? f.entry.body !== null : f.body !== null;

/** The variables that may be external. */
export const variablesIn = (unit: Unit): readonly GlobalVariable[] =>
  unit instanceof PackedUnit ? unit.linked : unit.globals;

export const isInitialized = (g: GlobalVariable): boolean =>
  g instanceof PackedGlobal ? g.isInitialized : g.initializer !== null;

/** A prefix of the initial value of a variable; few users need all of a long one. */
export const beginningIn = (g: GlobalVariable): Beginning =>
  g instanceof PackedGlobal ? g.beginning : beginningOf(g.initializer);

export const signatureIn = (f: FunctionSymbol): string =>
  f instanceof PackedFunction ? f.signature : signatureOf(f.type);

/** The position of the definition of a function. */
export function placeIn(f: FunctionSymbol): { readonly file: string; readonly line: number; readonly system: boolean } {
  if (f instanceof PackedFunction) return f.entry.body!;
  const { source, at } = f.body!;
  return { ...source.locate(at), system: source.inSystemHeader(at) };
}

/** The symbols that the initial value of a variable mentions; literals may be omitted. */
export const mentionsIn = (g: GlobalVariable): Mentioned => (g instanceof PackedGlobal ? g.mentions : mentionedBy(g));

/** The flows of function addresses in the body of a function, or in the initial value of a variable. */
export function flowsIn(symbol: FunctionSymbol | GlobalVariable): readonly AddressFlow[] {
  if (symbol instanceof PackedFunction || symbol instanceof PackedGlobal) return symbol.flows;
  if (symbol.kind === 'global') return initialFlows(symbol);
  return symbol.body ? flowsOf(symbol.body) : [];
}

/** The parameter that a function with a body returns on every path; null if there is none. */
export const returnedIn = (f: FunctionSymbol): number | null =>
  f instanceof PackedFunction ? f.returned : returnedBy(f.body!);

/** The outline of a function with a body. */
export const outlineIn = (f: FunctionSymbol): Outline =>
  f instanceof PackedFunction ? f.outline! : outlineOf(f.body!);

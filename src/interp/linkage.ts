// Which definition a name of a program means: one table for all runs of it.
// Made from units; used by the linked program of each run.

import type { SourceText } from '../base/source.js';
import { plainSymbol } from '../ir/formats.js';
import { hasBody, isInitialized, variablesIn } from '../ir/link.js';
import { type FunctionBody, type FunctionSymbol, type GlobalVariable, symbolOf, type Unit } from '../ir/program.js';
import { Images } from './images.js';

export class Linkage {
  private readonly functions = new Map<string, FunctionSymbol>();
  /** Programs of one project may define different variables under the same name. */
  private readonly globals = new Map<string, GlobalVariable[]>();
  /** Functions that could not be read, with the reason. */
  readonly lost = new Map<string, string>();

  readonly images = new Images();
  private readonly models = new Map<string, FunctionSymbol>();
  private readonly sources: ReadonlySet<SourceText>;

  /** `models`: C for functions that no unit defines. */
  constructor(
    readonly units: readonly Unit[],
    models: readonly Unit[] = [],
  ) {
    for (const unit of units) this.collect(unit);
    for (const { functions } of models) for (const f of functions) if (hasBody(f)) this.models.set(symbolOf(f), f);
    this.sources = new Set(models.map(({ source }) => source));
  }

  /** The model of a function that no unit defines. */
  modelOf(symbol: FunctionSymbol): FunctionSymbol | null {
    return this.models.get(symbolOf(symbol)) ?? this.models.get(plainSymbol(symbolOf(symbol))) ?? null;
  }

  isModel({ source }: FunctionBody): boolean {
    return this.sources.has(source);
  }

  private collect(unit: Unit): void {
    for (const f of unit.functions) {
      if (f.linkage === 'internal' || f.attributes.standIn || !hasBody(f)) continue;
      const known = this.functions.get(symbolOf(f));
      if (!known || (known.attributes.weak && !f.attributes.weak)) this.functions.set(symbolOf(f), f);
    }
    for (const g of variablesIn(unit)) {
      if (g.linkage === 'internal' || !g.defined) continue;
      this.define(g);
    }
    for (const { name, reason } of unit.lost) this.lost.set(name, reason.message);
  }

  private define(g: GlobalVariable): void {
    const all = this.globals.get(g.name) ?? [];
    const at = all.findIndex((known) => known.type.size === g.type.size);
    if (at < 0) all.push(g);
    else if (isBetterDefinition(g, all[at]!)) all[at] = g;
    this.globals.set(g.name, all);
  }

  functionNamed(name: string): FunctionSymbol | null {
    return this.functions.get(name) ?? null;
  }

  /** The function with a body that a call of the symbol means; null if the program does not define it. */
  definitionOf(symbol: FunctionSymbol): FunctionSymbol | null {
    if (symbol.linkage === 'internal' && hasBody(symbol)) return symbol;
    const found = symbol.linkage === 'external' ? this.functions.get(plainSymbol(symbolOf(symbol))) : undefined;
    if (found) return found;
    const { alias } = symbol.attributes;
    return alias ? (this.functions.get(alias) ?? this.internalNamed(alias) ?? null) : null;
  }

  internalNamed(name: string): FunctionSymbol | undefined {
    for (const unit of this.units) {
      const found = unit.functions.find((f) => f.name === name && hasBody(f));
      if (found) return found;
    }
    return undefined;
  }

  /** The definition that a declaration means: of several, one of the same size. */
  variableOf(g: GlobalVariable): GlobalVariable {
    if (g.linkage === 'internal') return g;
    const all = this.globals.get(g.name) ?? [];
    return all.find(({ type }) => type.size === g.type.size) ?? all[0] ?? g;
  }
}

function isBetterDefinition(a: GlobalVariable, b: GlobalVariable): boolean {
  if (a.weak !== b.weak) return b.weak;
  return isInitialized(a) && !isInitialized(b);
}

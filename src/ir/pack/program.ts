// A program of packed units, with names that are stable across threads and runs: functions and variables by name and
// unit, positions by function and offset. The base of serialised summaries.

import { PickleError } from '../../base/pickle.js';
import type { SourceText } from '../../base/source.js';
import { Types } from '../../types/basic-types.js';
import { ArrayType } from '../../types/types.js';
import { specialFormat } from '../formats.js';
import { Program } from '../link.js';
import { type GlobalVariable, symbolOf } from '../program.js';
import { openUnit, type PackedFunction, type PackedGlobal, type PackedUnit, type Shared } from './open.js';

/** Separates the name of a symbol from that of its unit; no C name contains it. */
const OF = '@';

/** A special case of a function has the function's name. */
function nameInUnit(symbol: PackedFunction | PackedGlobal): string {
  const linked = symbol.kind === 'function' ? symbolOf(symbol) : symbol.name;
  return specialFormat(linked) ? linked : symbol.name;
}

interface Position {
  readonly source: SourceText;
  readonly at: number;
  readonly end: number;
}

export class PackedProgram extends Program {
  declare readonly units: readonly PackedUnit[];
  readonly types: Types;
  private readonly byId: ReadonlyMap<string, PackedUnit>;
  private readonly bySource = new Map<SourceText, PackedUnit>();
  private readonly symbols = new Map<PackedUnit, Map<string, PackedFunction | PackedGlobal>>();
  private readonly ranges = new Map<PackedUnit, readonly PackedFunction[]>();
  private readonly literals = new Map<string, GlobalVariable>();

  constructor(
    units: readonly PackedUnit[],
    private readonly shared: Shared,
  ) {
    super(units);
    this.byId = new Map(units.map((unit) => [unit.id, unit]));
    this.types = new Types(units[0]!.table.target);
  }

  static open(objects: readonly Uint8Array[]): PackedProgram {
    const shared: Shared = new Map();
    return new PackedProgram(
      objects.map((bytes) => openUnit(bytes, shared)),
      shared,
    );
  }

  /** The program with more units. */
  with(objects: readonly Uint8Array[]): PackedProgram {
    return new PackedProgram([...this.units, ...objects.map((bytes) => openUnit(bytes, this.shared))], this.shared);
  }

  idOf(symbol: PackedFunction | PackedGlobal): string {
    const name = symbol.kind === 'function' ? symbol.entry.body?.shared : '';
    return name || `${nameInUnit(symbol)}${OF}${symbol.unit.id}`;
  }

  functionOf(id: string): PackedFunction {
    const f = this.shared.get(id) ?? this.symbolOf(id);
    if (!f || f.kind !== 'function') throw new PickleError(`there is no function ${id}`);
    return f;
  }

  variableWith(id: string): PackedGlobal {
    const g = this.symbolOf(id);
    if (!g || g.kind !== 'global') throw new PickleError(`there is no variable ${id}`);
    return g;
  }

  private symbolOf(id: string): PackedFunction | PackedGlobal | undefined {
    const at = id.indexOf(OF);
    const unit = this.byId.get(id.slice(at + 1));
    return unit && this.symbolsIn(unit).get(id.slice(0, at));
  }

  private symbolsIn(unit: PackedUnit): Map<string, PackedFunction | PackedGlobal> {
    const known = this.symbols.get(unit);
    if (known) return known;
    const symbols = new Map([...unit.linked, ...unit.functions].map((symbol) => [nameInUnit(symbol), symbol]));
    this.symbols.set(unit, symbols);
    return symbols;
  }

  /** One variable for all mentions of a string. */
  literalOf(text: string): GlobalVariable {
    const known = this.literals.get(text);
    if (known) return known;
    const type = new ArrayType(this.types.char, text.length);
    const value = { kind: 'string', bytes: Buffer.from(text, 'latin1') } as const;
    const g: GlobalVariable = {
      kind: 'global',
      name: `.string.${this.literals.size}`,
      linkage: 'internal',
      type,
      defined: true,
      initializer: [{ offset: 0, type, bits: null, value }],
      literal: true,
      threadLocal: false,
      weak: false,
      changed: false,
      at: -1,
    };
    this.literals.set(text, g);
    return g;
  }

  /** The function that contains a position, and its start; else the unit. */
  ownerOf(source: SourceText, at: number): { readonly owner: string; readonly from: number } {
    const unit = this.unitOf(source);
    const inside = this.functionAt(unit, at);
    return inside ? { owner: this.idOf(inside), from: inside.entry.body!.at } : { owner: `${OF}${unit.id}`, from: 0 };
  }

  /** The `look` of the owner of positions; empty for a unit. */
  lookOf(owner: string): string {
    const symbol = this.shared.get(owner) ?? this.symbolOf(owner);
    return symbol?.kind === 'function' ? (symbol.entry.body?.look ?? '') : '';
  }

  siteIn(owner: string, distance: number, length: number): Position {
    if (owner.startsWith(OF)) {
      const unit = this.byId.get(owner.slice(1));
      if (!unit) throw new PickleError(`there is no unit ${owner.slice(1)}`);
      return { source: unit.source, at: distance, end: distance + length };
    }
    const { unit, entry } = this.functionOf(owner);
    const at = entry.body!.at + distance;
    return { source: unit.source, at, end: at + length };
  }

  private unitOf(source: SourceText): PackedUnit {
    const known = this.bySource.get(source) ?? this.units.find((unit) => unit.owns(source));
    if (!known) throw new PickleError(`${source.name} is not part of the program`);
    this.bySource.set(source, known);
    return known;
  }

  private functionAt(unit: PackedUnit, at: number): PackedFunction | null {
    const functions = this.functionsOf(unit);
    let [low, high] = [0, functions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (functions[middle]!.entry.body!.at <= at) low = middle + 1;
      else high = middle;
    }
    const f = functions[low - 1];
    return f && at <= f.entry.body!.end ? f : null;
  }

  /** The functions whose code is in the unit, in the order of the text. */
  private functionsOf(unit: PackedUnit): readonly PackedFunction[] {
    const known = this.ranges.get(unit);
    if (known) return known;
    const own = unit.functions.filter((f) => f.unit === unit && f.entry.body);
    const sorted = own.sort((a, b) => a.entry.body!.at - b.entry.body!.at);
    this.ranges.set(unit, sorted);
    return sorted;
  }
}

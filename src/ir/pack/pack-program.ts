// Packs a linked program unit by unit, for programs that were not read from packed units.
// On the way to engines by summaries, which take packed programs only.

import type { Program } from '../link.js';
import type { FunctionSymbol, Unit } from '../program.js';
import type { PackedFunction } from './open.js';
import { packUnit } from './pack.js';
import type { PackedProgram } from './program.js';

/** In the order of the units; files keep the names they have in the units. */
export const packProgram = (program: Program): Uint8Array[] => program.units.map((unit) => packOne(program, unit));

/** The result of `packProgram` for the program, with one unit packed again because its code has changed. */
export const repackUnit = (program: Program, objects: readonly Uint8Array[], changed: Unit): Uint8Array[] =>
  program.units.map((unit, i) => (unit === changed ? packOne(program, unit) : objects[i]!));

/** Files of the same name are distinguished by their order. */
function packOne({ units }: Program, unit: Unit): Uint8Array {
  const { name } = unit.source;
  const before = units.slice(0, units.indexOf(unit)).filter(({ source }) => source.name === name).length;
  return packUnit(unit, { id: before === 0 ? name : `${name}#${before}`, main: name, pathOf: (file) => file });
}

/** The same function in the packed program. */
export function counterpartOf(program: Program, packed: PackedProgram, f: FunctionSymbol): PackedFunction {
  const unit = packed.units[program.units.indexOf(unitWith(program, f))];
  const found = unit?.functions.find((g) => g.name === f.name);
  if (!found) throw new Error(`${f.name} is not part of the program`);
  return found;
}

export function unitWith({ units }: Program, f: FunctionSymbol): Unit {
  const found = units.find((unit) => unit.functions.includes(f));
  if (!found) throw new Error(`${f.name} is not part of the program`);
  return found;
}

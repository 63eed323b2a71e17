// Calls that no engine understands: formats that are not literal, or in a list, and variadic calls without a format.
// Every such call that the entry can reach is an open obligation of all properties, whatever an engine proves.

import type { CallInstr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import type { FunctionSymbol } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';
import type { Obligation } from '../engine.js';
import { because } from '../reason.js';
import { siteIn } from './frames.js';
import { PROPERTIES } from './ledger.js';
import { callsIn, reachableFrom } from './reachable-functions.js';
import { hasUnknownEffects } from './variadic.js';

export function openFormats(
  program: Program,
  entry: FunctionSymbol,
  reached: ReadonlySet<FunctionSymbol> = reachableFrom(program, entry),
): Obligation[] {
  const open: Obligation[] = [];
  for (const f of reached) {
    if (isModel(f)) continue;
    for (const call of callsIn(f.body!)) {
      if (!targetsOf(program, call).some((model) => isOpen(model, call))) continue;
      const reason = because('unsupported', 'what is read, written or allocated as a format says is not known');
      for (const property of PROPERTIES)
        open.push({ property, site: siteIn(f.body!, call), status: 'unknown', reason });
    }
  }
  return open;
}

function targetsOf(program: Program, { callee }: CallInstr): readonly FunctionSymbol[] {
  if (callee.kind === 'indirect') return callee.type.variadic ? program.targetsOf(callee.type) : [];
  const definition = program.definitionOf(callee.function);
  return definition ? [definition] : [];
}

/** A function that the program defines is analysed like any other; a va_list may hold anything. */
function isOpen(f: FunctionSymbol, call: CallInstr): boolean {
  if (!isModel(f)) return false;
  return f.attributes.format?.first === null || hasUnknownEffects(f, call);
}

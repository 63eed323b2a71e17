// Functions that are declared not to return, but do: nobody follows what happens after their calls.
// Read when the open obligations of a proof are counted; code after such a call is not even lowered.

import { successorsOf } from '../../ir/cfg.js';
import type { Block, CallInstr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import { type FunctionSymbol, symbolOf } from '../../ir/program.js';
import { isModel, isOwn } from '../../models/origin.js';
import type { Obligation } from '../engine.js';
import { because } from '../reason.js';
import { siteIn } from './frames.js';
import { PROPERTIES } from './ledger.js';
import { callsIn, reachableFrom } from './reachable-functions.js';

/** One per call of such a function and property, if it is one of `reached`. C leaves undefined what happens if it returns. */
export function openReturns(
  program: Program,
  entry: FunctionSymbol,
  reached: ReadonlySet<FunctionSymbol> = reachableFrom(program, entry),
): Obligation[] {
  const broken = (f: FunctionSymbol): CallInstr[] => callsIn(f.body!).filter((call) => isPromised(program, call));
  const calls = [...reached].filter((f) => !isModel(f)).flatMap((f) => broken(f).map((call) => [f, call] as const));
  if (calls.length === 0) return [];
  const ending = neverReturning(program, reached);
  return calls
    .filter(([, { callee }]) => {
      const called = callee.kind === 'direct' ? program.definitionOf(callee.function)! : null;
      return called && reached.has(called) && !ending.has(called);
    })
    .flatMap(([f, call]) => PROPERTIES.map((property) => open(f, call, property)));
}

const open = (f: FunctionSymbol, call: CallInstr, property: Obligation['property']): Obligation => ({
  property,
  site: siteIn(f.body!, call),
  status: 'unknown',
  reason: because('unsupported', 'the function is declared not to return, but may return'),
});

const isPromised = (program: Program, { callee }: CallInstr): boolean =>
  callee.kind === 'direct' && callee.function.attributes.noreturn && isOwn(program.definitionOf(callee.function));

/** Functions whose every path ends in a call of one that never returns, or not at all. */
function neverReturning(program: Program, functions: ReadonlySet<FunctionSymbol>): ReadonlySet<FunctionSymbol> {
  const found = new Set<FunctionSymbol>();
  const ends = ({ callee }: CallInstr): boolean => {
    if (callee.kind === 'indirect') return false;
    const definition = program.definitionOf(callee.function);
    return definition ? found.has(definition) : ENDS.has(symbolOf(callee.function));
  };
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const f of functions) if (!found.has(f) && !mayReturn(f.body!.entry, ends)) found.add(f);
  }
  return found;
}

const ENDS: ReadonlySet<string> = new Set(['__caulk_never_returns', '__builtin_trap']);

function mayReturn(entry: Block, ends: (call: CallInstr) => boolean): boolean {
  const reached = new Set([entry]);
  for (const { instrs, terminator } of reached) {
    if (instrs.some((i) => i.kind === 'call' && ends(i))) continue;
    if (terminator.kind === 'return') return true;
    for (const next of successorsOf(terminator)) reached.add(next);
  }
  return false;
}

// Formatted output: what `printf("%s", p)` reads through p depends on a format that no engine interprets.
// Every such call that the entry can reach is an open obligation of `valid-deref`, whatever the engine says.

import type { CallInstr } from '../ir/instr.js';
import type { Program } from '../ir/link.js';
import type { FunctionSymbol } from '../ir/program.js';
import { MODELS } from '../models/load.js';
import type { Obligation } from './engine.js';
import { callsOf, reachableFrom } from './reach.js';

/** One obligation per call of a variadic function without a body of the program's own that is given a pointer or a va_list. */
export function openFormats(program: Program, entry: FunctionSymbol): Obligation[] {
  const open: Obligation[] = [];
  for (const f of reachableFrom(program, entry)) {
    const { source } = f.body!;
    for (const call of callsOf(f)) {
      if (!readsThroughFormat(program, call)) continue;
      const reason = 'what is read or written as a format says is not known';
      open.push({ property: 'valid-deref', site: { source, at: call.at, end: call.end }, status: 'unknown', reason });
    }
  }
  return open;
}

/** A function that the program defines itself is analysed like any other; a model does not say what a format reads. */
function readsThroughFormat(program: Program, { callee, args }: CallInstr): boolean {
  if (callee.kind !== 'direct') return false;
  const definition = program.definitionOf(callee.function);
  if (definition && !definition.body!.source.name.startsWith(MODELS)) return false;
  if (PRINTS_WITHOUT_LIMIT.test(callee.function.name)) return true;
  // What stands in a va_list is not seen here.
  if (definition?.attributes.format?.first === null) return true;
  if (!callee.type.variadic) return false;
  return args.slice(callee.type.params?.length ?? 0).some((arg) => arg.type.kind === 'pointer' && !isLiteral(arg));
}

/** How much they write is up to the format. */
const PRINTS_WITHOUT_LIMIT = /^(__)?v?sprintf(_chk)?$/;

/** The address of (the first character of) a string literal. */
function isLiteral(arg: CallInstr['args'][number]): boolean {
  if (arg.kind !== 'address') return false;
  const root = arg.place.kind === 'index' ? arg.place.base : arg.place;
  return root.kind === 'var' && root.variable.kind === 'global' && root.variable.literal;
}

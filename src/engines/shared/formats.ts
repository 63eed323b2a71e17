// Formatted output: what `printf("%s", p)` reads through p depends on a format that no engine interprets.
// Every such call that the entry can reach is an open obligation of `valid-deref`, whatever the engine proves.

import { type Conversion, formattedArguments, isLiteral, READS_STRING } from '../../ir/formats.js';
import type { CallInstr, Expr } from '../../ir/instr.js';
import type { Program } from '../../ir/link.js';
import { type FunctionSymbol, symbolOf } from '../../ir/program.js';
import { isModel } from '../../models/origin.js';
import type { Obligation } from '../engine.js';
import { because } from '../reason.js';
import { siteIn } from './frames.js';
import { callsIn, reachableFrom } from './reachable-functions.js';

/** One obligation per call of a variadic function without a body in the program whose arguments are not all checked. */
export function openFormats(program: Program, entry: FunctionSymbol): Obligation[] {
  const open: Obligation[] = [];
  for (const f of reachableFrom(program, entry)) {
    const read = stringsReadBy(f);
    for (const call of callsIn(f.body!)) {
      if (!readsThroughFormat(program, call, read)) continue;
      const reason = because('unsupported', 'what is read or written as a format says is not known');
      open.push({ property: 'valid-deref', site: siteIn(f.body!, call), status: 'unknown', reason });
    }
  }
  return open;
}

/** The arguments that lowering has marked as strings: engines check them. */
const stringsReadBy = (f: FunctionSymbol): ReadonlySet<string> =>
  new Set(callsIn(f.body!).flatMap((c) => (isReader(c) ? c.args.map(spanOf) : [])));

const isReader = ({ callee }: CallInstr): boolean => callee.kind === 'direct' && callee.function.name === READS_STRING;

const spanOf = ({ at, end }: Expr): string => `${at}-${end}`;

/** A function defined in the program is analysed like any other; a model does not say what a format reads. */
function readsThroughFormat(program: Program, call: CallInstr, read: ReadonlySet<string>): boolean {
  const { callee, args } = call;
  if (callee.kind !== 'direct' || isReader(call)) return false;
  const definition = program.definitionOf(callee.function);
  if (definition && !isModel(definition)) return false;
  if (PRINTS_WITHOUT_LIMIT.test(symbolOf(callee.function))) return true;
  // The arguments in a va_list are unknown here.
  if (definition?.attributes.format?.first === null) return true;
  if (!callee.type.variadic) return false;
  const known = new Map(formattedArguments(symbolOf(callee.function), args) ?? []);
  return args
    .slice(callee.type.params?.length ?? 0)
    .some((arg) => arg.type.kind === 'pointer' && !isLiteral(arg) && !isAccountedFor(arg, known.get(arg), read));
}

const isAccountedFor = (arg: Expr, conversion: Conversion | undefined, read: ReadonlySet<string>): boolean =>
  conversion === 'value' || (conversion === 'string' && read.has(spanOf(arg)));

/** The format determines how much they write. */
const PRINTS_WITHOUT_LIMIT = /^(__)?v?sprintf(_chk)?$/;

// Literal formats of printf and related functions: how each variadic argument is used.
// Used while calls are lowered, so that `%s` reads its string, and when open obligations are counted.

import type { CallInstr, Expr } from './instr.js';
import type { Intrinsic } from './intrinsics.js';

/** How a conversion uses its argument: prints a number or address, reads a string, or unknown. */
export type Conversion = 'value' | 'string' | 'unknown';

/** The position of the format argument. Functions that write without a limit are not listed. */
const FORMAT_OF: Readonly<Record<string, number>> = {
  printf: 0,
  fprintf: 1,
  dprintf: 1,
  snprintf: 2,
  syslog: 1,
  warn: 0,
  warnx: 0,
  err: 1,
  errx: 1,
  __printf_chk: 1,
  __fprintf_chk: 2,
  __dprintf_chk: 2,
  __snprintf_chk: 4,
};

/** The intrinsic that reads a string. */
export const READS_STRING: Intrinsic = '__caulk_string';

/** The arguments after a literal format with their conversions; null if unknown. */
export function formattedArguments(
  name: string,
  args: readonly Expr[],
): readonly (readonly [Expr, Conversion])[] | null {
  const at = FORMAT_OF[name];
  const text = at === undefined ? null : literalText(args[at]);
  const conversions = text === null ? null : conversionsOf(text);
  if (!conversions) return null;
  const values = args.slice(at! + 1);
  return values.length < conversions.length ? null : values.map((e, i) => [e, conversions[i] ?? 'value'] as const);
}

/** The address of (the first character of) a string literal. */
export function isLiteral(arg: CallInstr['args'][number]): boolean {
  return literalOf(arg) !== null;
}

function literalOf(arg: Expr | undefined) {
  if (arg?.kind === 'cast') return literalOf(arg.operand);
  if (arg?.kind !== 'address') return null;
  const { place } = arg;
  if (place.kind === 'index' && !(place.index.kind === 'int' && place.index.value === 0n)) return null;
  const root = place.kind === 'index' ? place.base : place;
  return root.kind === 'var' && root.variable.kind === 'global' && root.variable.literal ? root.variable : null;
}

function literalText(arg: Expr | undefined): string | null {
  const value = literalOf(arg)?.initializer?.[0]?.value;
  return value?.kind === 'string' ? Buffer.from(value.bytes).toString('latin1').split('\0')[0]! : null;
}

const CONVERSION = /%[-+ #0']*(\*|\d+)?(\.(\*|\d*))?(hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])/g;

/** One per argument, in order; null if a `%` does not start a known conversion. */
export function conversionsOf(format: string): Conversion[] | null {
  if (format.replace(CONVERSION, '').includes('%')) return null;
  return [...format.matchAll(CONVERSION)].flatMap(([, width, precision, , length, letter]): Conversion[] => {
    const stars = [width, precision].filter((part) => part?.includes('*')).map((): Conversion => 'value');
    return [...stars, ...meaningOf(letter!, precision, length)];
  });
}

/** A string with a precision need not be terminated. */
function meaningOf(letter: string, precision: string | undefined, length: string | undefined): Conversion[] {
  if (letter === '%' || letter === 'm') return [];
  if (/[diouxXcaAeEfFgGp]/.test(letter)) return ['value'];
  return [letter === 's' && precision === undefined && length === undefined ? 'string' : 'unknown'];
}

// Formats of printf and scanf: which function a call with a literal format really is.
//
// What `scanf("%d %s", &n, s)` does depends on its format. So a call whose format is a literal that fits its arguments is
// lowered to a call of another symbol, `scanf%4,s`: the name of the function, then how each argument is used. models/
// makes the body of that symbol. Any other call of such a function is unknown to a proof (engines/shared/formats.ts).
//
//   printf   i int  l long  d double  D long double  p address: printed, nothing is read
//            s string is read  S wide string is read  n1 n2 n4 n8: that many bytes are written
//            then, where it matters, the least and the greatest length of what is printed without strings: `;3-14`
//   scanf    1 2 4 8 16: a number of that size is written  p pointer is written
//            s text of any length, s9 of at most 9 characters; c9 characters without terminator; S9 C9 wide
//            ms mc9 mS mC9: memory is allocated for them  n1 n2 n4 n8: as for printf, not counted

import type { Types } from '../types/basic-types.js';
import type { CType } from '../types/types.js';

interface Formatted {
  readonly style: 'printf' | 'scanf';
  /** The position of the format among the arguments. */
  readonly format: number;
  /** The length of the output matters. */
  readonly measured: boolean;
}

const prints = (format: number): Formatted => ({ style: 'printf', format, measured: false });
const printsInto = (format: number): Formatted => ({ style: 'printf', format, measured: true });
const scans = (format: number): Formatted => ({ style: 'scanf', format, measured: false });

const FUNCTIONS: Readonly<Record<string, Formatted>> = {
  printf: prints(0),
  fprintf: prints(1),
  dprintf: prints(1),
  asprintf: prints(1),
  sprintf: printsInto(1),
  snprintf: printsInto(2),
  __printf_chk: prints(1),
  __fprintf_chk: prints(2),
  __dprintf_chk: prints(2),
  __asprintf_chk: prints(2),
  __sprintf_chk: printsInto(3),
  __snprintf_chk: printsInto(4),
  syslog: prints(1),
  __syslog_chk: prints(2),
  warn: prints(0),
  warnx: prints(0),
  warnc: prints(1),
  err: prints(1),
  errx: prints(1),
  errc: prints(2),
  error: prints(2),
  error_at_line: prints(4),
  scanf: scans(0),
  fscanf: scans(1),
  sscanf: scans(1),
};

/** Separates the name of the function from the uses of its arguments. No identifier contains it. */
const MARK = '%';

/** `__isoc99_sscanf` and `__builtin_printf` have the formats of `sscanf` and `printf`. */
function formattedFunction(symbol: string): Formatted | null {
  const name = symbol.replace(/^__isoc(?:99|23)_/, '').replace(/^__builtin_(?:(__\w+_chk)|(?=\w))/, '$1');
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]! : null;
}

/** The position of the format in calls of the function; null if it has none. */
export const formatPosition = (symbol: string): number | null => formattedFunction(symbol)?.format ?? null;

/** The function that a symbol of a call with a literal format is a special case of; the symbol itself if it is none. */
export function plainSymbol(symbol: string): string {
  const at = symbol.indexOf(MARK);
  return at < 0 ? symbol : symbol.slice(0, at);
}

export interface SpecialFormat {
  readonly style: Formatted['style'];
  /** The function that it is a special case of. */
  readonly plain: string;
  readonly uses: readonly string[];
  /** Of what is printed, without strings; null if it does not matter. */
  readonly length: { readonly least: number; readonly most: number } | null;
}

/** The inverse of `specialSymbol`. */
export function specialFormat(symbol: string): SpecialFormat | null {
  const plain = plainSymbol(symbol);
  const known = plain === symbol ? null : formattedFunction(plain);
  if (!known) return null;
  const [uses, length] = symbol.slice(plain.length + 1).split(';');
  const bounds = length?.split('-').map(Number);
  return {
    style: known.style,
    plain,
    uses: uses === '' ? [] : uses!.split(','),
    length: bounds ? { least: bounds[0]!, most: bounds[1]! } : null,
  };
}

/** The symbol for a call with one of these formats; null if they differ in effect, or do not fit the arguments. */
export function specialSymbol(
  symbol: string,
  formats: readonly string[],
  types: readonly CType[],
  sizes: Sizes,
): string | null {
  const known = formattedFunction(symbol);
  if (!known) return null;
  const rest = types.slice(known.format + 1);
  const symbols = new Set(formats.map((text) => usesOf(known, text, rest, sizes)));
  const [uses] = symbols;
  return symbols.size === 1 && typeof uses === 'string' ? `${symbol}${MARK}${uses}` : null;
}

/** The sizes that the letters before a conversion stand for. */
export type Sizes = Pick<Types, 'long' | 'size' | 'longDouble' | 'wchar'>;

function usesOf({ style, measured }: Formatted, text: string, types: readonly CType[], sizes: Sizes): string | null {
  if (style === 'scanf') return scannedUses(text, types, sizes);
  const printed = printedUses(text, types, sizes);
  if (!printed) return null;
  const { uses, least, most } = printed;
  return measured ? `${uses};${least}-${most}` : uses;
}

// ---- printf ----------------------------------------------------------------------------------------------------

const DIRECTIVE =
  /%(?:(\d+)\$)?[-+ #0'I]*(?:(\*)(?:(\d+)\$)?|(\d+))?(?:\.(?:(\*)(?:(\d+)\$)?|(-?\d*)))?(hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])/g;

interface Printed {
  readonly uses: string;
  readonly least: number;
  readonly most: number;
}

/** One use per argument, up to the last that is more than printed; null if format and arguments do not fit. */
function printedUses(text: string, types: readonly CType[], sizes: Sizes): Printed | null {
  const uses: (string | undefined)[] = [];
  const rest = text.replaceAll(DIRECTIVE, '');
  if (rest.includes('%')) return null;
  let [least, most] = [rest.length, rest.length];
  let next = 0;
  for (const match of text.matchAll(DIRECTIVE)) {
    const [, place, star, starPlace, width, starred, starredPlace, precision, length, letter] = match;
    const take = (what: string, at: string | undefined): boolean => {
      const index = at === undefined ? next++ : Number(at) - 1;
      const fits = index < types.length && isPrintedAs(what, types[index]!) && (uses[index] ?? what) === what;
      uses[index] = what;
      return fits;
    };
    if (star && !take('i', starPlace)) return null;
    if (starred && !take('i', starredPlace)) return null;
    const use = printedUse(letter!, length, sizes);
    if (use === null || (use !== '' && !take(use, place))) return null;
    const digits = starred ? Infinity : precision === undefined ? null : Number(precision);
    const bounds = printedLength(letter!, length, digits, sizeOfLength(length, sizes));
    const wide = star ? Infinity : Number(width ?? 0);
    least += Math.max(bounds.least, star ? 0 : wide);
    most += Math.max(bounds.most, wide);
  }
  // An argument that a later one needs must be used: its type is not known otherwise.
  for (let i = 0; i < uses.length; i++) if (uses[i] === undefined) return null;
  while (uses.length > 0 && /^[ildDp]$/.test(uses.at(-1)!)) uses.pop();
  return { uses: uses.join(), least, most };
}

/** How a directive uses its argument; empty if it has none, null if it is unknown. */
function printedUse(letter: string, length: string | undefined, sizes: Sizes): string | null {
  if (letter === '%' || letter === 'm') return '';
  if (/[diouxXb]/.test(letter)) return sizeOfLength(length, sizes) === 8 ? 'l' : 'i';
  if (letter === 'c' || letter === 'C') return 'i';
  if (/[aAeEfFgG]/.test(letter)) return length === 'L' ? 'D' : 'd';
  if (letter === 'p') return 'p';
  if (letter === 'S' || (letter === 's' && length === 'l')) return sizes.wchar.size === 4 ? 'S' : null;
  if (letter === 's') return 's';
  return letter === 'n' ? `n${sizeOfLength(length, sizes)}` : null;
}

function sizeOfLength(length: string | undefined, sizes: Sizes): number {
  if (length === 'hh') return 1;
  if (length === 'h') return 2;
  if (length === 'l') return sizes.long.size;
  if (length === 'z' || length === 't') return sizes.size.size;
  return length === undefined ? 4 : 8;
}

function isPrintedAs(use: string, type: CType): boolean {
  const isNumber = type.kind === 'int' || type.kind === 'enum';
  if (use === 'i') return isNumber && type.size <= 4;
  if (use === 'l') return isNumber && type.size === 8;
  if (use === 'd' || use === 'D') return type.kind === 'float' && (use === 'd') === (type.size === 8);
  return type.kind === 'pointer';
}

/** The characters that a directive makes, without a width. Of a string: none, its length is added by the model. */
function printedLength(letter: string, length: string | undefined, precision: number | null, bytes: number) {
  const exactly = (n: number) => ({ least: n, most: n });
  const upTo = (most: number, least = 1) => ({ least, most });
  if (letter === '%') return exactly(1);
  if (letter === 'c' && length === undefined) return exactly(1);
  if (letter === 'n' || letter === 's' || letter === 'S') return exactly(0);
  if (letter === 'm') return upTo(Infinity, 0);
  if (letter === 'p') return upTo(24);
  if (/[diouxXb]/.test(letter)) return upTo(Math.max(digitsOf(letter, 8 * bytes), (precision ?? 0) + 3), 0);
  if (/[fF]/.test(letter)) return upTo((length === 'L' ? 4935 : 311) + 1 + (precision ?? 6));
  if (/[aAeEgG]/.test(letter)) return upTo(40 + (precision ?? 6));
  return upTo(Infinity, 0);
}

/** With sign, or with the prefix that `#` asks for. */
function digitsOf(letter: string, bits: number): number {
  if (letter === 'o') return Math.ceil(bits / 3) + 1;
  if (letter === 'b') return bits + 2;
  return /[xX]/.test(letter) ? bits / 4 + 2 : Math.floor(bits * Math.log10(2)) + 1 + (letter === 'u' ? 0 : 1);
}

// ---- scanf -----------------------------------------------------------------------------------------------------

const CONVERSION = /%(\*)?(\d+)?(m)?(hh|h|ll|l|L|q|j|z|t)?(\[\^?\]?[^\]]*\]|[a-zA-Z%])/g;

/** One use per argument; null if format and arguments do not fit, or arguments are given by position. */
function scannedUses(text: string, types: readonly CType[], sizes: Sizes): string | null {
  if (text.replaceAll(CONVERSION, '').includes('%')) return null;
  const uses: string[] = [];
  for (const [, suppressed, width, allocates, length, letter] of text.matchAll(CONVERSION)) {
    if (suppressed || letter === '%') continue;
    const use = scannedUse(letter!, width, allocates, length, sizes);
    const type = types[uses.length];
    if (use === null || type?.kind !== 'pointer') return null;
    uses.push(use);
  }
  return uses.join();
}

function scannedUse(
  letter: string,
  width: string | undefined,
  allocates: string | undefined,
  length: string | undefined,
  sizes: Sizes,
): string | null {
  if (/^[sc[SC]/.test(letter)) {
    const kind = letter === 'c' || letter === 'C' ? 'c' : 's';
    const isWide = length === 'l' || letter === 'S' || letter === 'C';
    if (isWide && sizes.wchar.size !== 4) return null;
    const characters = isWide ? kind.toUpperCase() : kind;
    const most = width ?? (kind === 'c' ? '1' : '');
    return allocates ? `m${characters}${kind === 'c' ? most : ''}` : `${characters}${most}`;
  }
  if (allocates) return null;
  if (/[diouxXb]/.test(letter)) return `${sizeOfLength(length, sizes)}`;
  if (/[aAeEfFgG]/.test(letter)) return length === 'L' ? `${sizes.longDouble.size}` : length === 'l' ? '8' : '4';
  if (letter === 'p') return 'p';
  return letter === 'n' ? `n${sizeOfLength(length, sizes)}` : null;
}

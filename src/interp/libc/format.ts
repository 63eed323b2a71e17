// The printf family: a format and its arguments to bytes, with every flag, width, precision and length of C17.
// Called by stdio and by the string printers; arguments come from a call or from a va_list.

import { fail } from '../incidents.js';
import type { Machine } from '../machine.js';
import type { Value } from '../rep.js';
import { type Int, wrapWide } from '../wide.js';
import { formatExponential, formatFixed, formatGeneral, formatHex } from './decimal.js';
import { encodeText } from './encoding.js';
import { lastError } from './errno.js';
import { boundedLength, copyOut, latin, readBytes, readInt32 } from './strings.js';

/** Where the arguments come from, one after another. */
export type Arguments = () => Value;

interface Spec {
  left: boolean;
  plus: boolean;
  space: boolean;
  alternate: boolean;
  zero: boolean;
  group: boolean;
  width: number;
  /** -1 if not given. */
  precision: number;
  length: string;
  conversion: string;
}

const SPEC =
  /%(?:(\d+)\$)?([-+ #0'I]*)(\*(?:\d+\$)?|\d+)?(?:\.(\*(?:\d+\$)?|-?\d*))?(hh|h|ll|l|L|q|j|z|Z|t)?([diouxXeEfFgGaAcCsSpnm%])/y;

/** The next argument, or the one at a 1-based position: `%2$d`, `*1$`. */
export type Take = (position: string | undefined) => Value;

export function taker(next: Arguments): Take {
  const taken: Value[] = [];
  let at = 0;
  return (position) => {
    const index = position === undefined ? at++ : Number(position) - 1;
    while (taken.length <= index) taken.push(next());
    return taken[index]!;
  };
}

/** Wide characters in the text that is made: UTF-8 in strings of bytes, themselves in wide strings. */
export type Encode = (text: string) => string;

export function formatText(m: Machine, text: string, next: Arguments, encode: Encode = encodeText): string {
  const take = taker(next);
  let out = '';
  let at = 0;
  while (at < text.length) {
    const percent = text.indexOf('%', at);
    if (percent < 0) break;
    out += text.slice(at, percent);
    SPEC.lastIndex = percent;
    const match = SPEC.exec(text);
    if (!match) {
      out += '%';
      at = percent + 1;
      continue;
    }
    at = SPEC.lastIndex;
    out += formatOne({ m, encode, written: out.length }, readSpec(match, take), () => take(match[1]));
  }
  return out + text.slice(at);
}

function readSpec(match: RegExpExecArray, take: Take): Spec {
  const [, , flags = '', width, precision, length = '', conversion = ''] = match;
  const starred = (text: string): number => Number(take(/\d+/.exec(text)?.[0]));
  const spec: Spec = {
    left: flags.includes('-'),
    plus: flags.includes('+'),
    space: flags.includes(' '),
    alternate: flags.includes('#'),
    zero: flags.includes('0'),
    group: flags.includes("'"),
    width: width?.startsWith('*') ? starred(width) : Number(width ?? 0),
    precision: precision === undefined ? -1 : precision.startsWith('*') ? starred(precision) : Number(precision || 0),
    length,
    conversion,
  };
  if (spec.width < 0) {
    spec.left = true;
    spec.width = -spec.width;
  }
  return spec;
}

interface Target {
  readonly m: Machine;
  readonly encode: Encode;
  readonly written: number;
}

function formatOne({ m, encode, written }: Target, spec: Spec, next: Arguments): string {
  switch (spec.conversion) {
    case '%':
      return '%';
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return formatInt(spec, next() as Int);
    case 'c':
      if (spec.length === 'l') return pad(spec, encode(String.fromCodePoint(Number(next()))));
      return pad(spec, String.fromCharCode(Number(next()) & 0xff));
    case 'C':
      return pad(spec, encode(String.fromCodePoint(Number(next()))));
    case 's':
    case 'S':
      return pad(spec, formatString(m, spec, next() as Int, encode));
    case 'p': {
      const pointer = next() as Int;
      const address = m.memory.addresses32?.encode(pointer) ?? pointer;
      return pad(spec, address === 0 ? '(nil)' : `0x${address.toString(16)}`);
    }
    case 'n':
      storeCount(m, spec, next() as Int, written);
      return '';
    case 'm':
      return pad(spec, lastError(m));
    default:
      return formatFloat(spec, Number(next()));
  }
}

const lengthBits: Record<string, number> = {
  hh: 8,
  h: 16,
  '': 32,
  l: 64,
  ll: 64,
  q: 64,
  L: 64,
  j: 64,
  z: 64,
  Z: 64,
  t: 64,
};

function formatInt(spec: Spec, value: Int): string {
  const signed = spec.conversion === 'd' || spec.conversion === 'i';
  const bits = lengthBits[spec.length]!;
  const big = BigInt(wrapWide(typeof value === 'number' ? Math.trunc(value) : value, 64, true));
  const wrapped = signed ? BigInt.asIntN(bits, big) : BigInt.asUintN(bits, big);
  const negative = wrapped < 0n;
  const base = spec.conversion === 'o' ? 8 : spec.conversion.toLowerCase() === 'x' ? 16 : 10;
  let digits = (negative ? -wrapped : wrapped).toString(base);
  if (spec.conversion === 'X') digits = digits.toUpperCase();
  if (spec.precision === 0 && wrapped === 0n) digits = '';
  if (spec.precision > digits.length) digits = digits.padStart(spec.precision, '0');
  if (spec.alternate && base === 8 && !digits.startsWith('0')) digits = `0${digits}`;
  const prefix = spec.alternate && base === 16 && wrapped !== 0n ? `0${spec.conversion}` : '';
  const sign = signed ? signOf(spec, negative) : '';
  return padNumber(spec, sign + prefix, digits, spec.zero && spec.precision < 0 ? '0' : ' ');
}

function signOf(spec: Spec, negative: boolean): string {
  return negative ? '-' : spec.plus ? '+' : spec.space ? ' ' : '';
}

function formatFloat(spec: Spec, value: number): string {
  const sign = signOf(spec, value < 0 || Object.is(value, -0));
  const upper = spec.conversion === spec.conversion.toUpperCase();
  if (!Number.isFinite(value)) {
    const word = Number.isNaN(value) ? 'nan' : 'inf';
    return padNumber(spec, sign, upper ? word.toUpperCase() : word, ' ');
  }
  const precision = spec.precision < 0 ? 6 : spec.precision;
  const form = spec.alternate ? 'alternate' : 'plain';
  let digits: string;
  switch (spec.conversion.toLowerCase()) {
    case 'f':
      digits = formatFixed(value, precision, form);
      break;
    case 'e':
      digits = formatExponential(value, precision, form);
      break;
    case 'g':
      digits = formatGeneral(value, precision, form);
      break;
    default:
      digits = formatHex(value, spec.precision, form);
  }
  if (upper) digits = digits.toUpperCase();
  const prefix = /^0x/i.test(digits) ? digits.slice(0, 2) : '';
  return padNumber(spec, sign + prefix, digits.slice(prefix.length), spec.zero ? '0' : ' ');
}

/** Zeros go between sign and digits, spaces outside. */
function padNumber(spec: Spec, prefix: string, digits: string, fill: '0' | ' '): string {
  if (fill === '0' && !spec.left) return prefix + digits.padStart(spec.width - prefix.length, '0');
  return pad(spec, prefix + digits);
}

function pad(spec: Spec, text: string): string {
  return spec.left ? text.padEnd(spec.width) : text.padStart(spec.width);
}

function formatString(m: Machine, spec: Spec, pointer: Int, encode: Encode): string {
  if (pointer === 0) return spec.precision >= 0 && spec.precision < 6 ? '' : '(null)';
  if (spec.length === 'l' || spec.conversion === 'S') return formatWide(m, spec, pointer, encode);
  if (spec.precision < 0) return latin(readBytes(m, pointer));
  return latin(copyOut(m, pointer, boundedLength(m, pointer, spec.precision)));
}

function formatWide(m: Machine, spec: Spec, pointer: Int, encode: Encode): string {
  let text = '';
  for (let p = pointer as number; ; p += 4) {
    const unit = readInt32(m, p);
    if (unit === 0) break;
    const next = encode(String.fromCodePoint(unit));
    if (spec.precision >= 0 && text.length + next.length > spec.precision) break;
    text += next;
  }
  return text;
}

function storeCount(m: Machine, spec: Spec, pointer: Int, count: number): void {
  const bytes = (lengthBits[spec.length] ?? 32) / 8;
  if (pointer === 0) fail('null-dereference', 'null pointer given for %n');
  const a = m.memory.atWrite(pointer, bytes);
  for (let i = 0, rest = count; i < bytes; i++, rest = Math.floor(rest / 256)) m.memory.u8[a + i] = rest & 0xff;
}

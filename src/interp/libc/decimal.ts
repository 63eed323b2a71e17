// Doubles as exact decimal and hexadecimal text, rounded half to even as glibc does.
// Used by printf; JavaScript's own toFixed rounds ties the other way.

/** `alternate` is the `#` flag: a point even without digits after it, zeros kept. */
export type Form = 'plain' | 'alternate';

/** A finite double as `mantissa * 2^exponent`. */
function decompose(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

/** round(mantissa * 2^exponent * 10^scale), ties to even. */
function scaled(value: number, scale: number): bigint {
  const { mantissa, exponent } = decompose(value);
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (scale >= 0) numerator *= 10n ** BigInt(scale);
  else denominator *= 10n ** BigInt(-scale);
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && (quotient & 1n) === 1n);
  return up ? quotient + 1n : quotient;
}

/** `%f` of the absolute value. */
export function formatFixed(value: number, precision: number, form: Form): string {
  const digits = scaled(value, precision)
    .toString()
    .padStart(precision + 1, '0');
  const whole = digits.slice(0, digits.length - precision);
  const rest = digits.slice(digits.length - precision);
  return precision > 0 || form === 'alternate' ? `${whole}.${rest}` : whole;
}

/** The digits of `%e` and the decimal exponent they stand for. */
function significant(value: number, precision: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: '0'.repeat(precision + 1), exponent: 0 };
  let exponent = Math.floor(Math.log10(Math.abs(value)));
  for (;;) {
    const digits = scaled(value, precision - exponent).toString();
    if (digits.length === precision + 1) return { digits, exponent };
    exponent += digits.length > precision + 1 ? 1 : -1;
    // Rounding up to a power of ten adds a digit: the larger exponent is the right one.
    if (digits.length > precision + 1 && /^10*$/.test(digits)) {
      return { digits: digits.slice(0, precision + 1), exponent };
    }
  }
}

/** `%e` of the absolute value. */
export function formatExponential(value: number, precision: number, form: Form): string {
  const { digits, exponent } = significant(value, precision);
  return joinExponent(digits, exponent, precision > 0 || form === 'alternate' ? '.' : '');
}

function joinExponent(digits: string, exponent: number, mark: '.' | ''): string {
  const sign = exponent < 0 ? '-' : '+';
  return `${digits[0]}${mark}${digits.slice(1)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** `%g` of the absolute value. */
export function formatGeneral(value: number, precision: number, form: Form): string {
  const p = precision === 0 ? 1 : precision;
  const { digits, exponent } = significant(value, p - 1);
  if (exponent >= -4 && exponent < p) {
    const fixed = formatFixed(value, p - 1 - exponent, form);
    return form === 'alternate' ? fixed : trimZeros(fixed);
  }
  const kept = form === 'alternate' ? digits : digits.replace(/0+$/, '') || '0';
  return joinExponent(kept, exponent, kept.length > 1 || form === 'alternate' ? '.' : '');
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** `%a` of the absolute value; a negative precision means as many digits as needed. */
export function formatHex(value: number, precision: number, form: Form): string {
  let { mantissa, exponent } = decompose(value);
  let power = 0;
  if (mantissa !== 0n) {
    if (mantissa >> 52n === 0n) power = -1022;
    else power = exponent + 52;
  }
  let digits = 13;
  if (precision >= 0 && precision < 13) {
    const drop = BigInt((13 - precision) * 4);
    const half = 1n << (drop - 1n);
    const rest = mantissa & ((1n << drop) - 1n);
    mantissa >>= drop;
    if (rest > half || (rest === half && (mantissa & 1n) === 1n)) mantissa += 1n;
    digits = precision;
  }
  exponent = digits * 4;
  const whole = mantissa >> BigInt(exponent);
  let fraction = digits === 0 ? '' : (mantissa & ((1n << BigInt(exponent)) - 1n)).toString(16).padStart(digits, '0');
  if (precision < 0) fraction = fraction.replace(/0+$/, '');
  else fraction = fraction.padEnd(precision, '0');
  const mark = fraction !== '' || form === 'alternate' ? '.' : '';
  return `0x${whole}${mark}${fraction}p${power < 0 ? '-' : '+'}${Math.abs(power)}`;
}

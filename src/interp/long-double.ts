// `long double` in a double: whether an operation on doubles gives the exact result, and the bytes of the 80-bit format.
// Used by compiled arithmetic and by memory; an inexact result has other digits than on the real machine.

/** Why the result of a run is not reliable. */
export const LONG_DIGITS = 'digits of a long double, which is computed as a double';

/** Does `x op y` equal `result` without rounding? */
export function isExact(op: 'add' | 'sub' | 'mul' | 'div', x: number, y: number, result: number): boolean {
  if (!Number.isFinite(result)) return !Number.isFinite(x) || !Number.isFinite(y);
  switch (op) {
    case 'add':
      return isExactSum(x, y, result);
    case 'sub':
      return isExactSum(x, -y, result);
    case 'mul':
      return isExactProduct(x, y, result);
    case 'div':
      return y !== 0 && isExactProduct(result, y, x);
  }
}

/** The error term of Knuth's two-sum is zero. */
function isExactSum(x: number, y: number, sum: number): boolean {
  const part = sum - x;
  return x - (sum - part) + (y - part) === 0;
}

function isExactProduct(x: number, y: number, product: number): boolean {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
  const [a, b, c] = [split(x), split(y), split(product)];
  const difference = a.exponent + b.exponent - c.exponent;
  const exact = a.digits * b.digits;
  if (exact === 0n || c.digits === 0n) return exact === c.digits;
  return difference >= 0 ? exact << BigInt(difference) === c.digits : exact === c.digits << BigInt(-difference);
}

/** A finite value as digits · 2^exponent. */
function split(value: number): { readonly digits: bigint; readonly exponent: number } {
  const bits = bitsOf(value);
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & (FRACTION - 1n);
  const digits = field === 0 ? fraction : fraction | FRACTION;
  return { digits: value < 0 ? -digits : digits, exponent: Math.max(field, 1) - 1075 };
}

const FRACTION = 1n << 52n;
const buffer = new DataView(new ArrayBuffer(8));

function bitsOf(value: number): bigint {
  buffer.setFloat64(0, value);
  return buffer.getBigUint64(0);
}

/** Constants are kept as doubles; small fractions of two in a double are what the text says. */
export const isExactConstant = (value: number): boolean => Math.abs(value) < 2 ** 30 && Number.isInteger(value * 16);

/** The x87 format: 64 bits of digits with the leading one, then 15 bits of exponent and the sign. */
export function writeExtended(view: DataView, a: number, value: number): void {
  const bits = bitsOf(value);
  const sign = bits >> 63n === 1n ? 0x8000 : 0;
  let digits = (bits & (FRACTION - 1n)) | FRACTION;
  let exponent = Number((bits >> 52n) & 0x7ffn);
  if (exponent === 0) {
    digits = bits & (FRACTION - 1n);
    for (exponent = 1; digits !== 0n && digits < FRACTION; exponent--) digits <<= 1n;
  }
  const field = digits === 0n ? 0 : exponent === 0x7ff ? 0x7fff : exponent - 1023 + 16383;
  view.setBigUint64(a, digits << 11n, true);
  view.setUint16(a + 8, sign | field, true);
}

export function readExtended(view: DataView, a: number): number {
  const digits = view.getBigUint64(a, true);
  const top = view.getUint16(a + 8, true);
  const exponent = top & 0x7fff;
  const sign = top & 0x8000 ? -1 : 1;
  if (exponent === 0x7fff) return digits << 1n === 1n << 64n ? sign * Infinity : Number.NaN;
  if (digits === 0n) return sign * 0;
  const scale = exponent - 16383 - 63;
  const half = Math.trunc(scale / 2);
  return sign * Number(digits) * 2 ** half * 2 ** (scale - half);
}

// The conditions of #if and #elif (C17 6.10.1): integer constant expressions in intmax_t and uintmax_t.
// Called by directives.ts with the operands next; macros are replaced on the way, `defined` also where one makes it.

import { nextReal } from './expand.js';
import { END, type Reader } from './reader.js';
import { S, SHIFT, Sort } from './spellings.js';

/** Of a condition, in 64 bits. */
export interface Value {
  readonly value: bigint;
  readonly unsigned: boolean;
}

const ZERO: Value = { value: 0n, unsigned: false };
const ONE: Value = { value: 1n, unsigned: false };

/** How deep parentheses and operators may be nested. */
const DEEPEST = 400;

export function evaluate(r: Reader): boolean {
  const evaluation = new Evaluation(r);
  const { value } = evaluation.whole();
  return !r.stopped && value !== 0n;
}

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const PRECEDENCE: Readonly<Record<string, number>> = Object.fromEntries(
  LEVELS.flatMap((operators, i) => operators.map((operator): [string, number] => [operator, i + 1])),
);

class Evaluation {
  private token = END;
  private text = '';
  private depth = 0;
  /** Above 0, the operand does not count: nothing in it is an error. */
  private skipped = 0;

  constructor(private readonly r: Reader) {}

  whole(): Value {
    this.advance();
    if (this.token >> SHIFT === S.End) this.fail('#if with no expression');
    const value = this.comma();
    if (this.token >> SHIFT !== S.End) this.fail(`missing binary operator before token "${this.text}"`);
    return value;
  }

  private advance(): void {
    this.token = nextReal(this.r);
    this.text = this.r.spellings.text(this.token >> SHIFT);
  }

  private accept(text: string): boolean {
    if (this.text !== text) return false;
    this.advance();
    return true;
  }

  private fail(message: string): Value {
    this.r.stop('error', message);
    this.token = END;
    this.text = '';
    return ZERO;
  }

  private comma(): Value {
    let value = this.conditional();
    while (this.accept(',')) value = this.conditional();
    return value;
  }

  /** logical-OR-expression [ ? expression : conditional-expression ] */
  private conditional(): Value {
    if (++this.depth > DEEPEST) {
      this.r.stop('limit', 'the condition of #if is nested too deeply');
      return this.fail('');
    }
    const condition = this.binary(1);
    let result = condition;
    if (this.accept('?')) {
      const holds = condition.value !== 0n;
      const first = this.skipping(!holds, () => this.comma());
      if (!this.accept(':')) return this.fail("'?' without following ':'");
      const second = this.skipping(holds, () => this.conditional());
      result = wrap((holds ? first : second).value, first.unsigned || second.unsigned);
    }
    this.depth--;
    return result;
  }

  private skipping(isSkipped: boolean, read: () => Value): Value {
    if (!isSkipped) return read();
    this.skipped++;
    const value = read();
    this.skipped--;
    return value;
  }

  private binary(least: number): Value {
    let left = this.unary();
    for (;;) {
      const operator = this.text;
      const precedence = PRECEDENCE[operator] ?? 0;
      if (precedence < least) return left;
      this.advance();
      const isDecided = (operator === '||' && left.value !== 0n) || (operator === '&&' && left.value === 0n);
      const right = this.skipping(isDecided, () => this.binary(precedence + 1));
      left = this.apply(operator, left, right);
    }
  }

  private apply(operator: string, left: Value, right: Value): Value {
    const unsigned = left.unsigned || right.unsigned;
    const a = unsigned ? BigInt.asUintN(64, left.value) : left.value;
    const b = unsigned ? BigInt.asUintN(64, right.value) : right.value;
    switch (operator) {
      case '||':
        return truth(left.value !== 0n || right.value !== 0n);
      case '&&':
        return truth(left.value !== 0n && right.value !== 0n);
      case '|':
        return wrap(a | b, unsigned);
      case '^':
        return wrap(a ^ b, unsigned);
      case '&':
        return wrap(a & b, unsigned);
      case '==':
        return truth(a === b);
      case '!=':
        return truth(a !== b);
      case '<':
        return truth(a < b);
      case '>':
        return truth(a > b);
      case '<=':
        return truth(a <= b);
      case '>=':
        return truth(a >= b);
      case '<<':
        return shift(left, right, 1n);
      case '>>':
        return shift(left, right, -1n);
      case '+':
        return wrap(a + b, unsigned);
      case '-':
        return wrap(a - b, unsigned);
      case '*':
        return wrap(a * b, unsigned);
      default:
        return this.divide(operator, a, b, unsigned);
    }
  }

  private divide(operator: string, a: bigint, b: bigint, unsigned: boolean): Value {
    if (b !== 0n) return wrap(operator === '/' ? a / b : a % b, unsigned);
    return this.skipped > 0 ? ZERO : this.fail('division by zero in #if');
  }

  private unary(): Value {
    const { text } = this;
    if (!['+', '-', '!', '~'].includes(text)) return this.primary();
    if (++this.depth > DEEPEST) this.r.stop('limit', 'the condition of #if is nested too deeply');
    this.advance();
    const { value, unsigned } = this.unary();
    this.depth--;
    if (text === '!') return truth(value === 0n);
    return wrap(text === '-' ? -value : text === '~' ? ~value : value, unsigned);
  }

  private primary(): Value {
    const { r, token, text } = this;
    const id = token >> SHIFT;
    if (id === S.LeftParen) return this.parenthesized();
    if (id === S.Defined) return this.defined();
    const sort = r.spellings.sorts[id];
    if (sort === Sort.Name) {
      this.advance();
      return text === 'true' && r.dialect.truth ? ONE : ZERO;
    }
    const value = sort === Sort.Number ? this.integer(id, text) : sort === Sort.Char ? this.readChar(text) : null;
    if (id === S.Hash || id === S.HashDigraph) r.stop('refused', 'an assertion in #if');
    if (value === null) return this.fail(id === S.End ? '#if with no expression' : `"${text}" is not valid in #if`);
    this.advance();
    return value;
  }

  private integer(id: number, text: string): Value | null {
    const { integers } = this.r;
    let value = integers.get(id);
    if (value === undefined) {
      value = readInteger(text);
      integers.set(id, value);
    }
    return value;
  }

  private parenthesized(): Value {
    this.advance();
    const value = this.comma();
    if (this.token >> SHIFT !== S.RightParen) return this.fail("missing ')' in expression");
    this.advance();
    return value;
  }

  /** `defined X` and `defined(X)`, of which the name is not replaced. */
  private defined(): Value {
    const { r } = this;
    r.frozen++;
    let token = nextReal(r);
    const isParenthesized = token >> SHIFT === S.LeftParen;
    if (isParenthesized) token = nextReal(r);
    const closed = !isParenthesized || nextReal(r) >> SHIFT === S.RightParen;
    r.frozen--;
    if (r.spellings.sorts[token >> SHIFT] !== Sort.Name) return this.fail('operator "defined" requires an identifier');
    if (!closed) return this.fail('missing \')\' after "defined"');
    this.advance();
    return truth(r.lookUp(token >> SHIFT) !== undefined);
  }

  private readChar(text: string): Value | null {
    const match = /^(L|u8|u|U)?'(.*)'$/su.exec(text);
    const units = match && charUnits(match[2]!);
    if (!match || !units || units.length === 0) return null;
    const prefix = match[1] ?? '';
    if (prefix !== '') {
      if (units.length !== 1) this.r.stop('refused', 'a wide character constant of several characters in #if');
      return { value: BigInt(units[0]!), unsigned: prefix !== 'L' };
    }
    if (units.some((unit) => unit > 0xff)) return null;
    const value = units.reduce((sum, unit) => (sum << 8) | unit | 0, 0);
    const isSigned = units.length === 1 && !this.r.dialect.unsignedChars;
    return { value: BigInt(isSigned ? (value << 24) >> 24 : value), unsigned: false };
  }
}

const truth = (holds: boolean): Value => (holds ? ONE : ZERO);

const wrap = (value: bigint, unsigned: boolean): Value => ({
  value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value),
  unsigned,
});

/** By a negative number in the other direction; by 64 or more, nothing is left. */
function shift({ value, unsigned }: Value, by: Value, direction: bigint): Value {
  const count = (by.unsigned ? BigInt.asUintN(64, by.value) : by.value) * direction;
  if (count >= 0n) return wrap(count >= 64n ? 0n : value << count, unsigned);
  return wrap(-count >= 64n ? (value < 0n ? -1n : 0n) : value >> -count, unsigned);
}

/** Of a decimal, octal, hexadecimal or binary constant; null if it is none. */
function readInteger(text: string): Value | null {
  const match = /^(0[xX][0-9a-fA-F']+|0[bB][01']+|0[0-7']*|[1-9][0-9']*)([uUlLzZ]*|[uU]?(?:wb|WB)|(?:wb|WB)[uU])$/.exec(
    text,
  );
  if (!match) return null;
  const digits = match[1]!.replaceAll("'", '');
  const suffix = match[2]!.toLowerCase();
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  if (value >= 1n << 64n) return { value: BigInt.asUintN(64, value), unsigned: true };
  return { value, unsigned: suffix.includes('u') || value >= 1n << 63n };
}

const SIMPLE_ESCAPES: Readonly<Record<string, number>> = {
  ...{ n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, e: 27, E: 27 },
  ...{ "'": 39, '"': 34, '\\': 92, '?': 63 },
};

/** The characters of a constant; null for an unknown escape. Text outside of ASCII counts by bytes. */
function charUnits(body: string): number[] | null {
  const units: number[] = [];
  for (const [, octal, hex, simple, plain] of body.matchAll(/\\([0-7]{1,3})|\\x([0-9a-fA-F]+)|\\(.)|([^\\])/gsu)) {
    if (octal !== undefined) units.push(Number.parseInt(octal, 8));
    else if (hex !== undefined) units.push(Number.parseInt(hex.slice(-8), 16));
    else if (simple !== undefined) {
      const unit = SIMPLE_ESCAPES[simple];
      if (unit === undefined) return null;
      units.push(unit);
    } else units.push(...Buffer.from(plain!));
  }
  return units;
}

// Operators on complex numbers, as Annex G would have them without its special cases for infinities.
// Called by the compiler of expressions when a type is complex.

import type { BinaryExpr, UnaryExpr } from '../../ir/instr.js';
import type { ComplexType } from '../../types/types.js';
import type { Eval } from '../frame.js';
import { type Complex, isFloatRep, type Rep, repOf } from '../rep.js';
import { coerceTo } from './convert.js';

type Pair = Eval<Complex>;

/** Parts may be floats or integers; each result is converted back to its type. */
export function fitPart(type: ComplexType): (n: number) => number {
  return coerceTo(repOf(type.part)) as (n: number) => number;
}

export function compileComplexBinary(e: BinaryExpr, left: Eval, right: Eval): Eval {
  const a = left as Pair;
  const b = right as Pair;
  if (e.op === 'eq' || e.op === 'ne') {
    const hit = e.op === 'eq' ? 1 : 0;
    return (f) => {
      const x = a(f);
      const y = b(f);
      return x.re === y.re && x.im === y.im ? hit : 1 - hit;
    };
  }
  const type = e.type.unqualified as ComplexType;
  const fit = fitPart(type);
  const apply = operators[e.op as keyof typeof operators];
  const rep = repOf(type.part);
  return (f) => {
    const { re, im } = apply(a(f), b(f), rep);
    return { re: fit(re), im: fit(im) };
  };
}

const operators = {
  add: (x: Complex, y: Complex): Complex => ({ re: x.re + y.re, im: x.im + y.im }),
  sub: (x: Complex, y: Complex): Complex => ({ re: x.re - y.re, im: x.im - y.im }),
  mul: (x: Complex, y: Complex): Complex => ({ re: x.re * y.re - x.im * y.im, im: x.re * y.im + x.im * y.re }),
  div: divide,
};

function divide(x: Complex, y: Complex, rep: Rep): Complex {
  if (!isFloatRep(rep) || Math.abs(y.re) >= Math.abs(y.im)) {
    const scale = y.re * y.re + y.im * y.im;
    if (!isFloatRep(rep)) {
      return {
        re: Math.trunc((x.re * y.re + x.im * y.im) / scale),
        im: Math.trunc((x.im * y.re - x.re * y.im) / scale),
      };
    }
    const ratio = y.im / y.re;
    const denominator = y.re + y.im * ratio;
    return { re: (x.re + x.im * ratio) / denominator, im: (x.im - x.re * ratio) / denominator };
  }
  const ratio = y.re / y.im;
  const denominator = y.re * ratio + y.im;
  return { re: (x.re * ratio + x.im) / denominator, im: (x.im * ratio - x.re) / denominator };
}

export function compileComplexUnary(e: UnaryExpr, operand: Eval): Eval {
  const a = operand as Pair;
  switch (e.op) {
    case 'real':
      return (f) => a(f).re;
    case 'imag':
      return (f) => a(f).im;
    case 'not':
      return (f) => (a(f).re === 0 && a(f).im === 0 ? 1 : 0);
    case 'neg':
      return (f) => ({ re: -a(f).re, im: -a(f).im });
    default:
      return (f) => ({ re: a(f).re, im: -a(f).im });
  }
}

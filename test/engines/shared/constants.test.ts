// Constants of expressions: what they are in every state, and where a conversion changes them.

import { expect, test } from 'vitest';
import { constantOf } from '../../../src/engines/shared/constants.js';
import type { AssignInstr, Expr } from '../../../src/ir/instr.js';
import { readUnit } from '../../../src/ir/unit.js';
import { Types } from '../../../src/types/basic-types.js';
import { type IntType, LP64 } from '../../../src/types/types.js';

const types = new Types(LP64);
const at = { at: 0, end: 0 };
const int = (value: bigint, type: IntType = types.int): Expr => ({ kind: 'int', value, type, ...at });
const cast = (operand: Expr, type: IntType): Expr => ({ kind: 'cast', operand, type, ...at });

test('a literal is its value, unless it is too large for anybody', () => {
  expect(constantOf(int(7n))).toBe(7);
  expect(constantOf(int(2n ** 41n, types.long))).toBeNull();
  expect(constantOf(undefined)).toBeNull();
});

test('a conversion that changes the value is not looked through', () => {
  expect(constantOf(cast(int(100n), types.schar))).toBe(100);
  expect(constantOf(cast(int(300n), types.schar))).toBeNull();
  expect(
    constantOf(cast({ kind: 'unary', op: 'neg', operand: int(1n), type: types.int, ...at }, types.ulong)),
  ).toBeNull();
});

test('offsetof is a constant', () => {
  const text = `struct s { int a; struct { char c; long d; } in; };
long f(void) { long n = (long)&((struct s *)0)->in.d; return n; }`;
  const body = readUnit('offset.c', new TextEncoder().encode(text), LP64).functions[0]!.body!;
  const value = body.blocks.flatMap((b) => b.instrs).find((i): i is AssignInstr => i.kind === 'assign')!.value;
  expect(constantOf(value)).toBe(16);
});

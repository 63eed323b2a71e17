// Contents of variables are prepared once for all runs of a program; no run sees what an earlier one has stored.

import { expect, test } from 'vitest';
import { Linkage } from '../../src/interp/linkage.js';
import { runProgram } from '../../src/interp/run.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64 } from '../../src/types/types.js';

const TEXT = `
struct flexible { int n; char text[]; };
static struct flexible f = { 3, "abc" };
static int squares[] = { 0, 1, 4, 9 };
static struct { unsigned a : 3, b : 5; double d; } mixed = { 5, 17, 2.5 };
static int *inside = &squares[2];
static long double wide = 0.5L;
int main(void) {
  int first = squares[1]++ == 1 && *inside == 4 && f.text[2] == 'c' && mixed.a == 5 && mixed.b == 17 && mixed.d == 2.5;
  f.text[2] = mixed.a = 0;
  *inside = 7;
  return first && wide == 0.5L ? 42 : 1;
}
`;

test('every run begins with the initial values', () => {
  const linkage = new Linkage([readUnit('images.c', new TextEncoder().encode(TEXT), LP64)]);
  for (let run = 0; run < 3; run++) expect(runProgram(linkage, {}).outcome).toMatchObject({ kind: 'exit', status: 42 });
});

test('contents without addresses are kept as bytes, others as entries', () => {
  const unit = readUnit('images.c', new TextEncoder().encode(TEXT), LP64);
  const linkage = new Linkage([unit]);
  runProgram(linkage, {});
  const imageOf = (name: string) => linkage.images.of(unit.globals.find((g) => g.name === name)!);
  expect(imageOf('f')).toMatchObject({ size: 8, entries: [] });
  expect(imageOf('squares').bytes).toHaveLength(16);
  expect(imageOf('inside')).toMatchObject({ bytes: null, isFixed: false });
  expect(imageOf('wide').bytes).toBeNull();
});

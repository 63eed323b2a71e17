// The constants of a program and the lengths of its arrays, with their neighbours.
// From the IR to the search for inputs, which tries them.

import type { FunctionBody, Unit } from '../../ir/program.js';
import { type Walker, walkNode } from '../../ir/walk.js';
import type { CType } from '../../types/types.js';

const MOST = 300;

export function numbersIn(units: readonly Unit[]): (number | bigint)[] {
  const found = new Set<bigint>();
  const add = (value: bigint) => {
    for (const v of [value, value - 1n, value + 1n]) if (found.size < MOST) found.add(v);
  };
  for (const unit of units) {
    for (const { body } of unit.functions) if (body && !unit.source.inSystemHeader(body.at)) inBody(body, add);
    for (const { type, literal } of unit.globals) if (!literal) lengthOf(type, add);
  }
  return [...found].map((v) => (Number.isSafeInteger(Number(v)) ? Number(v) : v));
}

type Add = (value: bigint) => void;

function inBody({ variables, blocks }: FunctionBody, add: Add): void {
  for (const { type } of variables) lengthOf(type, add);
  const walker: Walker = { expr: (e) => e.kind === 'int' && add(e.value) };
  for (const { instrs, terminator } of blocks) {
    for (const node of [...instrs, terminator]) walkNode(node, walker);
    if (terminator.kind === 'switch') for (const { low } of terminator.cases) add(low);
  }
}

function lengthOf(type: CType, add: Add): void {
  if (type.kind === 'array' && type.size > 0) add(BigInt(Math.trunc(type.size / Math.max(1, type.element.size))));
}

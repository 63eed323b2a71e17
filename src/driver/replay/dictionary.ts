// The constants of a program and the lengths of its arrays, with their neighbours; the sizes of its objects.
// From the IR to the search for inputs, which tries them.

import type { Place } from '../../ir/instr.js';
import type { FunctionBody, Unit } from '../../ir/program.js';
import { type Walker, walkNode } from '../../ir/walk.js';
import type { CType } from '../../types/types.js';

const MOST = 300;

/** Of larger programs only the first functions are looked at. */
const MOST_FUNCTIONS = 3_000;

/** The functions that are not in headers of the system. */
export function* ownBodies(units: readonly Unit[]): Generator<FunctionBody> {
  let count = 0;
  for (const unit of units) {
    for (const { body } of unit.functions) {
      if (!body || unit.source.inSystemHeader(body.at)) continue;
      if (count++ >= MOST_FUNCTIONS) return;
      yield body;
    }
  }
}

export function numbersIn(units: readonly Unit[]): (number | bigint)[] {
  const found = new Set<bigint>();
  const add = (value: bigint) => {
    for (const v of [value, value - 1n, value + 1n]) if (found.size < MOST) found.add(v);
  };
  for (const unit of units) {
    if (found.size >= MOST) break;
    for (const body of ownBodies([unit])) if (found.size < MOST) inBody(body, add);
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

/** How many elements or bytes fit into the arrays and records of a program, and one more: the least first. */
export function sizesIn(units: readonly Unit[]): number[] {
  const found = new Set<number>();
  const add = (size: number) => {
    if (size > 1) for (const n of [size, size + 1]) found.add(n);
  };
  const addType = (type: CType) => {
    if (type.kind === 'array' && type.size > 0) add(Math.trunc(type.size / Math.max(1, type.element.size)));
    if (type.kind === 'record') add(type.size);
  };
  const isLiteral = (p: Place) => p.kind === 'var' && p.variable.kind === 'global' && p.variable.literal;
  const walker: Walker = { place: (p) => isLiteral(p) || addType(p.type) };
  for (const unit of units) for (const { type, literal } of unit.globals) if (!literal) addType(type);
  for (const { variables, blocks } of ownBodies(units)) {
    for (const { type } of variables) addType(type);
    for (const { instrs, terminator } of blocks) {
      for (const node of [...instrs, terminator]) walkNode(node, walker);
    }
  }
  return [...found].filter((n) => n <= LARGEST).sort((a, b) => a - b);
}

const LARGEST = 3_000;

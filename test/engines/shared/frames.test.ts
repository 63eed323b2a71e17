// Places and the calls that lead to them: what happens in a model is told where the program calls it.
// Frames are made by hand from the functions of one small program with its models.

import { expect, test } from 'vitest';
import {
  type CallFrame,
  siteIn,
  traceOf,
  visibleFrame,
  visibleFunction,
  visibleSite,
} from '../../../src/engines/shared/frames.js';
import type { CallInstr } from '../../../src/ir/instr.js';
import type { FunctionBody } from '../../../src/ir/program.js';
import { readUnit } from '../../../src/ir/unit.js';
import { linkWithModels } from '../../../src/models/load.js';
import { LP64 } from '../../../src/types/types.js';

const TEXT = `typedef unsigned long size_t; void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int order(const void *a, const void *b) { return 0; }
void sort(int *p) {
  qsort(p, 1, 4, order);
}
int main(void) { int x = 0;
  sort(&x); return 0; }
`;

const program = linkWithModels([readUnit('frames.c', new TextEncoder().encode(TEXT), LP64)], LP64);
const bodyOf = (name: string): FunctionBody => program.definitionOf(program.functionNamed(name)!)!.body!;
const [main, sort, order, qsort] = ['main', 'sort', 'order', 'qsort'].map(bodyOf) as [
  FunctionBody,
  FunctionBody,
  FunctionBody,
  FunctionBody,
];

const callIn = (body: FunctionBody): CallInstr =>
  body.blocks.flatMap((b) => b.instrs).find((i): i is CallInstr => i.kind === 'call')!;

const entry: CallFrame = { body: main, caller: null, calledAt: null };
const inSort: CallFrame = { body: sort, caller: entry, calledAt: siteIn(main, callIn(main)) };
const inQsort: CallFrame = { body: qsort, caller: inSort, calledAt: siteIn(sort, callIn(sort)) };
const inOrder: CallFrame = { body: order, caller: inQsort, calledAt: siteIn(qsort, qsort) };

const lineOf = ({ source, at }: { source: FunctionBody['source']; at: number }) => source.locate(at).line;

test('the program and its models are what the test takes them for', () => {
  expect([main, sort, order].map((b) => b.source.name)).toEqual(['frames.c', 'frames.c', 'frames.c']);
  expect(qsort.source.name).toContain('<models>');
});

test('a place in the program is shown where it is', () => {
  expect(lineOf(visibleSite(inOrder, order))).toBe(2);
  expect(visibleFunction(inOrder).name).toBe('order');
  expect(visibleFrame(inOrder)).toBe(inOrder);
});

test('a place in a model is shown where the program calls the model', () => {
  expect(lineOf(visibleSite(inQsort, qsort))).toBe(4);
  expect(visibleFunction(inQsort).name).toBe('sort');
  expect(visibleFrame(inQsort)).toBe(inSort);
});

test('a model that is the entry is shown as it is', () => {
  const alone: CallFrame = { body: qsort, caller: null, calledAt: null };
  expect(visibleFrame(alone)).toBe(alone);
  expect(visibleSite(alone, qsort).source).toBe(qsort.source);
});

test('a trace has the allocation and the calls of the program, outermost first', () => {
  const trace = traceOf(inOrder, siteIn(main, main));
  expect(trace.map((s) => s.message)).toEqual(['allocated here', 'calls sort', 'calls order']);
  expect(trace.map((s) => lineOf(s.site))).toEqual([6, 7, 4]);
  expect(traceOf(inQsort, null).map((s) => s.message)).toEqual(['calls sort']);
});

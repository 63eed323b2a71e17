// Merging of findings of several engines, and their order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFindings } from '../../src/findings/merge.js';
import { makeFinding } from '../support/reports.js';
import '../support/fixed-seed.js';

describe('mergeFindings', () => {
  it('names all engines that agree; the message of the most certain one is used', () => {
    const vague = makeFinding({ engines: ['fold'], certainty: 'possible', message: 'perhaps', condition: 'n > 0' });
    const sure = makeFinding({ engines: ['paths'], message: 'surely' });
    const merged = mergeFindings([vague, sure]);
    expect(merged).toEqual([{ ...sure, engines: ['paths', 'fold'], condition: 'n > 0' }]);
  });

  it('takes from others what the most certain one lacks', () => {
    const trace = [{ file: 'a.c', line: 1, column: 1, message: 'enters' }];
    const allocation = { file: 'a.c', line: 1, column: 1 };
    const [merged] = mergeFindings([
      makeFinding(),
      makeFinding({ engines: ['fold'], certainty: 'possible', trace, allocation }),
    ]);
    expect(merged).toMatchObject({ certainty: 'definite', trace, allocation });
  });

  it('puts findings with doubts last, the most promising of them first', () => {
    const doubted = (line: number, worth: number) => makeFinding({ line, doubts: ['merged-state'], worth });
    const merged = mergeFindings([doubted(1, 0.1), doubted(4, 0.5), makeFinding({ line: 9 })]);
    expect(merged.map(({ line }) => line)).toEqual([9, 4, 1]);
  });

  it('puts latent findings behind all others of their certainty; one that another engine reports is none', () => {
    const merged = mergeFindings([makeFinding({ latent: true }), makeFinding({ line: 9 })]);
    expect(merged.map(({ line }) => line)).toEqual([9, 2]);
    const [both] = mergeFindings([makeFinding({ latent: true }), makeFinding({ engines: ['fold'] })]);
    expect(both!.latent).toBeUndefined();
  });

  it('engines may report different columns of a line; for one engine these are two findings', () => {
    expect(mergeFindings([makeFinding(), makeFinding({ engines: ['fold'], column: 9 })])).toHaveLength(1);
    expect(mergeFindings([makeFinding(), makeFinding({ column: 9 })])).toHaveLength(2);
  });

  it('merges findings of two units on a header', () => {
    const inHeader = makeFinding({ file: 'h.h' });
    expect(mergeFindings([inHeader, { ...inHeader }])).toEqual([inHeader]);
  });

  it.each([
    [{ rule: 'double-free' as const }],
    [{ line: 3 }],
    [{ file: 'b.c' }],
    [{ allocation: { file: 'a.c', line: 9, column: 1 } }],
  ])('does not merge findings that differ in %j', (difference) => {
    const one = makeFinding({ allocation: { file: 'a.c', line: 1, column: 1 } });
    expect(mergeFindings([one, { ...one, ...difference }])).toHaveLength(2);
  });

  it('orders by certainty, then by place', () => {
    const findings = [
      makeFinding({ certainty: 'possible', file: 'a.c', line: 1 }),
      makeFinding({ certainty: 'definite', file: 'b.c', line: 1 }),
      makeFinding({ certainty: 'definite', file: 'a.c', line: 10 }),
      makeFinding({ certainty: 'definite', file: 'a.c', line: 9 }),
      makeFinding({ certainty: 'confirmed', file: 'z.c', line: 1 }),
    ];
    const order = mergeFindings(findings).map(({ file, line }) => `${file}:${line}`);
    expect(order).toEqual(['z.c:1', 'a.c:9', 'a.c:10', 'b.c:1', 'a.c:1']);
  });

  it('does not depend on the order in which engines report', () => {
    const finding = fc.record({
      rule: fc.constantFrom('leak' as const, 'double-free' as const),
      certainty: fc.constantFrom('confirmed' as const, 'definite' as const, 'possible' as const),
      line: fc.integer({ min: 1, max: 2 }),
      column: fc.constantFrom(3, 5),
      engine: fc.constantFrom('paths' as const, 'fold' as const),
      message: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (parts, random) => {
        const findings = parts.map(({ engine, ...rest }) => makeFinding({ ...rest, engines: [engine] }));
        const shuffled = findings
          .map((value) => ({ value, key: random.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ value }) => value);
        expect(mergeFindings(shuffled)).toEqual(mergeFindings(findings));
      }),
    );
  });
});

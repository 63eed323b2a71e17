// Random heap programs as fast-check arbitraries: seeded, and shrunk by removing statements and reducing numbers.
// First stage of the differential tests.

import fc from 'fast-check';
import type { Condition, HeapProgram, Statement } from './grammar.js';

export interface Shape {
  readonly style: HeapProgram['style'];
  readonly recursion: HeapProgram['recursion'];
  /** The default is `taken`. */
  readonly addresses?: HeapProgram['addresses'];
  /** The default is `alike`. */
  readonly blocks?: HeapProgram['blocks'];
  /** The maximal number of statements in one list. */
  readonly statements?: number;
}

const name = fc.nat({ max: 5 });
const field = fc.nat({ max: 2 });

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.constant<Condition>({ kind: 'nondet' }),
  fc.record({ kind: fc.constantFrom('null' as const, 'nonnull' as const), of: name }),
  fc.record({ kind: fc.constant('same' as const), left: name, right: name }),
);

const kind = <K extends Statement['kind']>(k: K) => fc.constant(k);

/** Statements without nested ones. */
const simple: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('new'), to: name }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('clear'), to: name }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('copy'), to: name, from: name }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('load'), to: name, from: name, field }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('store'), to: name, field, from: name }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cut'), to: name, field }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('address'), of: name }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('field-address'), of: name, field }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('store-through'), from: name }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('load-through'), to: name }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('free'), of: name }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('build'), list: name, field }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('walk'), list: name, field, with: name }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('release'), list: name, field }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('call'), helper: fc.nat({ max: 2 }), arg: name, out: name, to: name }),
  },
);

function statements(depth: number, most: number): fc.Arbitrary<Statement[]> {
  if (depth === 0) return fc.array(simple, { maxLength: most });
  const inner = statements(depth - 1, Math.ceil(most / 3));
  const one = fc.oneof(
    { weight: 5, arbitrary: simple },
    { weight: 1, arbitrary: fc.record({ kind: kind('if'), test: condition, yes: inner, no: inner }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('while'), test: condition, body: inner }) },
  );
  return fc.array(one, { maxLength: most });
}

export function heapPrograms(shape: Shape): fc.Arbitrary<HeapProgram> {
  const most = shape.statements ?? 9;
  return fc.record({
    fields: fc.integer({ min: 1, max: 3 }),
    variables: fc.integer({ min: 1, max: 4 }),
    globals: fc.nat({ max: 2 }),
    helpers: fc.array(statements(1, Math.ceil(most / 2)), { maxLength: 2 }),
    main: statements(2, most),
    style: fc.constant(shape.style),
    recursion: fc.constant(shape.recursion),
    addresses: fc.constant(shape.addresses ?? 'taken'),
    blocks: fc.constant(shape.blocks ?? 'alike'),
  });
}

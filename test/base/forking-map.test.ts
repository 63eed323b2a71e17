// A forked map is a copy, whichever of the two is written first.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ForkingMap } from '../../src/base/forking-map.js';
import '../support/fixed-seed.js';

const change = fc.record({ on: fc.boolean(), key: fc.nat(5), value: fc.option(fc.nat(9)) });

function apply(map: Map<number, number> | ForkingMap<number, number>, key: number, value: number | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

test('copies are independent', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (first, second) => {
      const map = new ForkingMap<number, number>();
      const model = new Map<number, number>();
      for (const { key, value } of first) for (const one of [map, model]) apply(one, key, value);
      const [copy, other] = [map.fork(), new Map(model)];
      for (const { on, key, value } of second)
        for (const one of on ? [map, model] : [copy, other]) apply(one, key, value);
      expect([...map]).toEqual([...model]);
      expect([...copy]).toEqual([...other]);
    }),
  );
});

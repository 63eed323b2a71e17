// Shrunk regression programs of random testing whose heaps once seemed not to be covered.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STACKED } from '../../../src/engines/stack/abstraction.js';
import { normalizeUnit } from '../../../src/ir/normalize.js';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';
import { findDiscrepancy } from '../../support/differential/harness.js';
import { noTally, stackUnderTest } from './under-test.js';

test.each(['freed-and-forgotten', 'dead-landmark'])('%s', (name) => {
  const unit = readUnit(`${name}.c`, readFileSync(new URL(`found/${name}.c`, import.meta.url)), LP64);
  expect(unit.diagnostics).toEqual([]);
  const tally = noTally();
  // Programs with two fields run a second time with the fields as inverse directions.
  for (let turn = 0; turn < 2; turn++) {
    expect(findDiscrepancy(stackUnderTest(STACKED[0]!, tally), normalizeUnit(unit), 6)).toBeNull();
  }
  expect(tally.followed).toBeGreaterThan(0);
  expect(tally.heaps).toBeGreaterThan(0);
});

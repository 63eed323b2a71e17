// Shrunk regression programs of random testing that the states once did not cover.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readUnit } from '../../../src/ir/unit.js';
import { LP64 } from '../../../src/types/types.js';
import { findDiscrepancy } from '../../support/differential/harness.js';
import { FoldUnderTest } from './under-test.js';

test.each(['own-value', 'own-value-again', 'own-value-of-list'])('%s', (name) => {
  const unit = readUnit(`${name}.c`, readFileSync(new URL(`found/${name}.c`, import.meta.url)), LP64);
  expect(unit.diagnostics).toEqual([]);
  expect(findDiscrepancy(new FoldUnderTest(), unit, 6)).toBeNull();
});

// Guards the speed of the interpreter's loop; the aim is measured by `caulk bench interp`.

import { expect, test } from 'vitest';
import { benchInterp } from '../../src/cli/bench/interp.js';

test('building a list runs at several million instructions a second', { timeout: 120_000 }, async () => {
  const { rows } = await benchInterp({}, { out: () => {}, err: () => {} });
  expect(Number(rows[0]!['million a second'])).toBeGreaterThan(5); // half the aim: the machine may be busy
});

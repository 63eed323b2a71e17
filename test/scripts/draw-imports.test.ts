// The drawing of imports in docs/architecture.md shows the imports there are.

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the drawing of imports is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/draw-imports.mjs', '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

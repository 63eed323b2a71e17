// How the tests run: everything below test/, which mirrors src/.
// Read by vitest.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/one-folder.ts',
    maxWorkers: '100%', // one for each core: half of a small machine would wait otherwise
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    env: { XDG_CACHE_HOME: 'node_modules/.cache/caulk-tests' }, // what tests keep is no business of the user's
  },
});

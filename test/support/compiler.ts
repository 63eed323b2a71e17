// What the tests may expect of this machine.

import { spawnSync } from 'node:child_process';

/** gcc and the headers of the C library are here. */
export const hasGcc =
  spawnSync('gcc', ['-E', '-x', 'c', '-'], { input: '#include <stdlib.h>\n', stdio: ['pipe', 'ignore', 'ignore'] })
    .status === 0;

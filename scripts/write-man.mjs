// Writes man/caulk.1 from the table of commands; run it after `npm run build` when options have changed.
// A test compares the two.

import { mkdirSync, writeFileSync } from 'node:fs';

const { readVersion } = await import('../dist/src/base/version.js');
const { commands } = await import('../dist/src/cli/commands.js');
const { manPage } = await import('../dist/src/cli/man-page.js');
mkdirSync(new URL('../man', import.meta.url), { recursive: true });
writeFileSync(new URL('../man/caulk.1', import.meta.url), manPage(commands, readVersion()));

// Writes into docs/triage.md what becomes of each finding: the column `fate` of the tables of the current version.
// Usage: write-fates.mjs REPLAY.json, the output of `caulk bench replay --json` on the projects of the tables.

import { readFileSync, writeFileSync } from 'node:fs';
import { withFates } from '../dist/bench/triage-fates.js';

const document = new URL('../docs/triage.md', import.meta.url);
const { findings } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
writeFileSync(document, withFates(readFileSync(document, 'utf8'), findings));

// The version of caulk, from package.json.
// Read by the command line, reports and benches.

import { readFileSync } from 'node:fs';
import { packageFile } from './package-root.js';

export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}

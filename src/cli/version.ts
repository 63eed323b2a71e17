// The version of caulk, as package.json has it.
// Read by the command line, reports and benches.

import { readFileSync } from 'node:fs';

export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { version: string }).version;
}

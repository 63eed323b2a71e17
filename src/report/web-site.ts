// Addresses of caulk on the web, for reports that link to the description of a rule.
// From package.json, the only place that knows them.

import { readFileSync } from 'node:fs';
import { packageFile } from '../base/package-root.js';
import type { Rule } from '../findings/rules.js';

export function webSite(): string {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
  return (manifest as { homepage: string }).homepage;
}

export const rulePage = (rule: Rule): string => new URL(`docs/rules/${rule}.md`, webSite()).href;

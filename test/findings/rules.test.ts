// The catalogue of rules and their pages.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRule, readRulePage, ruleNames, rules } from '../../src/findings/rules.js';

describe('rules', () => {
  it.each(ruleNames)('%s has a page with a description, an example, a fix and its CWE numbers', (rule) => {
    const page = readRulePage(rule);
    expect(page).toMatch(new RegExp(`^# ${rule}\n\n${rules[rule].summary} \\(`));
    for (const number of rules[rule].cwe) expect(page).toContain(`CWE-${number}`);
    for (const heading of ['## Example\n\n```c\n', '## How to fix it', '## What the engines assume']) {
      expect(page).toContain(heading);
    }
    expect(page.slice(page.indexOf('## Example'), page.indexOf('## How to fix it'))).toContain(`// ${rule}`);
  });

  it('every page belongs to a rule', () => {
    expect(readdirSync('docs/rules').sort()).toEqual(ruleNames.map((rule) => `${rule}.md`).sort());
  });

  it('the schema of the report has exactly these rules', () => {
    const schema = JSON.parse(readFileSync('schema/report.schema.json', 'utf8'));
    expect(schema.definitions.finding.allOf[1].properties.rule.enum).toEqual(ruleNames);
  });

  it('names of object properties are not rules', () => {
    expect([isRule('leak'), isRule('constructor'), isRule('__proto__')]).toEqual([true, false, false]);
  });
});

// `caulk explain`.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ruleNames } from '../../src/findings/rules.js';
import { caulk } from '../support/cli.js';

describe('explain', () => {
  it.each(ruleNames)('prints the page about %s', async (rule) => {
    expect(await caulk('explain', rule)).toEqual({
      status: 0,
      out: readFileSync(`docs/rules/${rule}.md`, 'utf8'),
      err: '',
    });
  });

  it('lists the rules', async () => {
    const said = await caulk('explain');
    expect(said).toMatchObject({ status: 0, err: '' });
    expect(said.out.trimEnd().split('\n')).toHaveLength(ruleNames.length);
    expect(said.out).toMatch(/^leak +Memory is lost without being freed$/m);
  });

  it.each([
    ['lek', 'did you mean `leak`?'],
    ['../../package', 'the rules are leak, '],
    ['\u001b[2J', 'there is no rule `<U+001B>[2J`'],
  ])('rejects the rule %j', async (rule, message) => {
    expect(await caulk('explain', rule)).toMatchObject({ status: 2, out: '', err: expect.stringContaining(message) });
  });

  it('finds its pages in the package, too', () => {
    const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
    expect(files).toEqual(expect.arrayContaining(['docs', 'schema']));
  });
});

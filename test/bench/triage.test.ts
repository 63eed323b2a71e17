// The column `fate` of docs/triage.md: written from what `caulk bench replay` measured, and no obstacle to those
// who read the verdicts.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readTriage } from '../../bench/triage.js';
import { withFates } from '../../bench/triage-fates.js';

const BEFORE = `# Triage

## All leaks of the current version

| place | verdict | why |
|---|---|---|
| openssh a.c:1, 2; b/c.c:3 | real | it is lost |
| tar d.c:4 | false | nobody can do \`a || b\` |
| curl e.c:6 | real | it is lost |

## Older

| place | verdict | why |
|---|---|---|
| tar d.c:5 | real | it is lost |
`;

const FINDINGS = [
  { place: 'openssh a.c:1', fate: 'confirmed' },
  { place: 'openssh a.c:2', fate: 'not reached' },
  { place: 'openssh b/c.c:3', fate: 'confirmed' },
  { place: 'tar d.c:5', fate: 'confirmed' },
];

it('stands in the tables of the current version, and is written anew each time', () => {
  const after = withFates(BEFORE, FINDINGS);
  expect(after).toContain(`| place | verdict | fate | why |
|---|---|---|---|
| openssh a.c:1, 2; b/c.c:3 | real | confirmed: 1, 3; not reached: 2 | it is lost |
| tar d.c:4 | false | not reported | nobody can do \`a || b\` |
| curl e.c:6 | real | – | it is lost |
`);
  expect(withFates(after, [{ place: 'curl e.c:6', fate: 'confirmed' }])).toBe(after.replace('| – |', '| confirmed |'));
  expect(after).toContain('| tar d.c:5 | real | it is lost |');
  expect(withFates(after, FINDINGS)).toBe(after);
});

it('leaves the verdicts of docs/triage.md readable', () => {
  const triage = readTriage();
  expect(triage.get('openssh clientloop.c:2276')).toBe('real');
  expect(triage.get('tar lib/wordsplit.c:1870')).toBe('real');
  expect(triage.get('openssh channels.c:2186')).toBe('false');
  expect(triage.get('openssh sshd.c:553')).toBe('justified');
  const rows = readFileSync('docs/triage.md', 'utf8').match(
    /^\| (?:openssh|tar) [^|]*:\d[^|]*\| (?:real|false|justified)/gm,
  )!;
  expect(triage.size).toBeGreaterThanOrEqual(rows.length);
});

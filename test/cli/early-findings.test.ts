// Findings that are told in front of a terminal before the report: each once, and none that the report will not have.
// What goes to a pipe or a file is the report and nothing else.

import { expect, it } from 'vitest';
import { tellEarly } from '../../src/cli/early-findings.js';
import { readSettings, type Settings } from '../../src/driver/check/settings.js';
import type { LocatedFinding } from '../../src/findings/report.js';
import { openSources } from '../../src/findings/source-files.js';

const settings = readSettings({ paths: [], rules: 'leak' }) as Settings;
const means = { settings, sources: openSources() };
const terminal = { out: () => {}, err: () => {}, stream: { isTTY: true } };

const finding = (rule: LocatedFinding['rule'], line: number): LocatedFinding => ({
  rule,
  file: 'examples/inventory/store.c',
  line,
  column: 3,
  certainty: 'confirmed',
  function: 'f',
  message: 'lost \u001b[2J',
  engines: ['run'],
  condition: null,
  trace: [],
  allocation: null,
  doubts: [],
  worth: null,
});

it('tells each finding of the report once', () => {
  const lines: string[] = [];
  const tell = tellEarly({ note: (line) => lines.push(line) }, means, { format: 'text' }, terminal)!;
  tell([finding('leak', 39), finding('double-free', 94)]);
  tell([finding('leak', 39), finding('leak', 40)]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/store\.c:39:3.*warning:.* lost .*\[leak\]/);
  expect(lines[0]).not.toContain('\u001b[2J');
});

it('tells nothing unless somebody reads along', () => {
  const progress = { note: () => expect.unreachable() };
  expect(tellEarly(progress, means, { format: 'text' }, { out: () => {}, err: () => {} })).toBeNull();
  expect(tellEarly(progress, means, { format: 'json' }, terminal)).toBeNull();
  expect(tellEarly(progress, means, { format: 'text', output: 'report.txt' }, terminal)).toBeNull();
  expect(tellEarly(progress, means, { format: 'text', quiet: true }, terminal)).toBeNull();
});

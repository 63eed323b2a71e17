// The commands that README and docs show exist as they are shown; those on the examples of the repository are run, and print what is promised.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commands, nameOf } from '../../src/cli/commands.js';
import { caulk } from '../support/cli.js';
import { shownCommands, wordsOf } from '../support/shown-commands.js';

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const rules = readdirSync('docs/rules').map((name) => `docs/rules/${name}`);
const shown = [...pages, ...rules].flatMap((page) =>
  shownCommands(readFileSync(page, 'utf8'), /`((?:\.\/)?caulk [^`]+)`/g).map((one) => ({ ...one, page })),
);
const ours = shown.filter(({ command }) => /^(\.\/)?caulk [a-z]/.test(command));

/** Up to what belongs to a shell, or to a compiler. */
function caulkWords(command: string): string[] {
  const words = wordsOf(command.replace(/ [|<>] .*| -- .*/, ''));
  return words.filter((word) => word !== '…');
}

/** Why commander would not take it; null if it would. */
function refusal(words: readonly string[]): string | null {
  const entry = commands.find((one) => nameOf(one) === words[0]);
  if (!entry) return `there is no command ${words[0]}`;
  const command = new Command(nameOf(entry)).exitOverride().configureOutput({ writeErr: () => {} });
  for (const option of entry.options) command.addOption(option);
  const operands = entry.usage.split(' ').slice(1);
  for (const operand of operands) command.argument(operand.replace(/[<>]/g, (c) => (c === '<' ? '[' : ']')));
  try {
    command.parse(words.slice(1), { from: 'user' });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

it.each(ours)('$page: $command', ({ command }) => {
  const words = caulkWords(command).map((word) => (word === 'L' ? '1' : word)); // a placeholder of a number
  if (/^(--input|-p)$/.test(words.at(-1)!)) words.push('{}'); // named as such in the text
  expect(refusal(words)).toBeNull();
});

describe('what is shown of the examples is printed', () => {
  const RUN = /^(\.\/)?caulk (check|prove|run|shapes|ir|explain) /;
  const isThere = (command: string) => /\bexamples\//.test(command) || /caulk explain [a-z-]+$/.test(command);
  const here = ours.filter(({ command, page }) => page !== 'README.md' && RUN.test(command) && isThere(command));
  const simple = here.filter(({ command }) => !/[<…]| html/.test(command)); // those are run in the tests of pages and of standard input

  it('of some', () => {
    expect(simple.length).toBeGreaterThan(6);
    expect(simple.flatMap(({ output }) => output).length).toBeGreaterThan(10);
  });

  it.each([...new Map(simple.map((one) => [`${one.page}: ${one.command}`, one])).values()])(
    '$page: $command',
    async ({ command, output }) => {
      const words = caulkWords(command);
      for (const word of words.filter((w) => w.startsWith('examples/'))) expect(existsSync(word), word).toBe(true);
      const { status, out, err } = await caulk(...words);
      expect(status, err).toBeLessThan(2);
      const printed = withoutTimes(out);
      for (const line of output.filter((l) => l !== '…')) expect(printed).toContain(withoutTimes(line));
    },
    120_000,
  );
});

/** A run takes as long as it takes. */
const withoutTimes = (text: string): string => text.replace(/\d+\.\d\d s\b/g, '… s');

// Completion and the manual page: made of the table of commands, and current.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVersion } from '../../src/base/version.js';
import { commands, nameOf } from '../../src/cli/commands.js';
import { manPage } from '../../src/cli/man-page.js';
import { formats } from '../../src/report/formats.js';
import { caulk } from '../support/cli.js';
import { makeProject } from '../support/project.js';

const scriptFor = async (shell: string): Promise<string> => (await caulk('completion', shell)).out;

/** What bash offers for a line of words, the last of which is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const list = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _caulk; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', `${await scriptFor('bash')}\n${ask}`], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('bash completion', () => {
  it('offers commands, options, values, words and files', async () => {
    expect(await offered('caulk', 'ch')).toEqual(['check']);
    expect(await offered('caulk', 'check', '--mal')).toEqual(['--malloc-may-fail']);
    expect(await offered('caulk', 'check', '--format', '')).toEqual(Object.keys(formats));
    expect(await offered('caulk', 'explain', 'use')).toEqual(['use-after-free']);
    expect(await offered('caulk', 'check', 'READ')).toEqual(['README.md']);
  });
});

describe('fish completion', () => {
  it('offers commands, options, values, words and files', async () => {
    const script = await scriptFor('fish');
    const offer = (line: string): string[] => {
      const said = spawnSync('fish', ['--no-config', '-c', `${script}\ncomplete -C '${line}'`], { encoding: 'utf8' });
      expect(said.stderr).toBe('');
      return said.stdout
        .trimEnd()
        .split('\n')
        .map((entry) => entry.split('\t')[0]!);
    };
    expect(offer('caulk ch')).toEqual(['check']);
    expect(offer('caulk check --mal')).toEqual(['--malloc-may-fail']);
    expect(offer('caulk check --format ')).toEqual(Object.keys(formats).sort());
    expect(offer('caulk explain use')).toEqual(['use-after-free']);
    expect(offer('caulk check READ')).toEqual(['README.md']);
  });
});

/** Types lines into an interactive zsh, each with a tab behind it; what it shows. */
const TYPIST = `zmodload zsh/zpty
wait_for() { local out; zpty -r -m z out "*$1*"; print -r -- "$out" }
zpty z zsh -f -i
zpty -w z "PROMPT='>''>'; source $1; print REA''DY"
wait_for 'READY*>>'
for line in "\${@:2}"; do
  zpty -w -n z "$line"$'\\t'
  zpty -w z $'\\x15print DO""NE'
  wait_for 'DONE*>>'
done
zpty -d z`;

describe('zsh completion', () => {
  it('offers commands, options, values and words', async () => {
    const folder = makeProject({ 'caulk.zsh': await scriptFor('zsh'), 'typist.zsh': TYPIST });
    const lines = ['caulk ', 'caulk check --mal', 'caulk check --format ', 'caulk explain use'];
    const { stdout } = spawnSync('zsh', ['-f', join(folder, 'typist.zsh'), join(folder, 'caulk.zsh'), ...lines], {
      encoding: 'utf8',
      env: { ...process.env, TERM: 'dumb', HOME: folder, ZDOTDIR: folder },
      timeout: 30_000,
    });
    for (const entry of commands) expect(stdout).toMatch(new RegExp(`^${nameOf(entry)} +-- `, 'm'));
    expect(stdout).toContain('caulk check --malloc-may-fail');
    for (const name of Object.keys(formats)) expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
    expect(stdout).toContain('caulk explain use-after-free');
  });
});

describe.each(['bash', 'zsh', 'fish'])('%s completion', (shell) => {
  it('has every command, every option and every value', async () => {
    const script = await scriptFor(shell);
    for (const entry of commands) {
      expect(script).toContain(nameOf(entry));
      for (const { long, argChoices = [] } of entry.options) {
        expect(script).toContain(shell === 'fish' ? `-l ${long!.slice(2)}` : long!);
        expect(script).toContain(argChoices.join(' '));
      }
    }
  });
});

describe('the manual page', () => {
  const page = readFileSync('man/caulk.1', 'utf8');

  it('is current: node scripts/write-man.mjs', () => {
    expect(page).toBe(manPage(commands, readVersion()));
  });

  it('has every command and option, and no line that roff would misread', () => {
    for (const entry of commands) expect(page).toContain(`.SS caulk ${nameOf(entry)}`);
    for (const line of page.split('\n')) expect(line).toMatch(/^(\.(TH|SH|SS|TP|B|I|br|PP|\\")( |$)|[^.'])|^$/);
    expect(page).not.toMatch(/[^\\]--/);
  });
});

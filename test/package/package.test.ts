// The package as it would be published: packed, installed into an empty folder, and run from elsewhere.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands, nameOf } from '../../src/cli/commands.js';
import { buildPages } from '../support/browser.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const prefix = realpathSync(mkdtempSync(join(tmpdir(), 'caulk-prefix-')));
const elsewhere = mkdtempSync(join(tmpdir(), 'caulk-elsewhere-'));
const installed = join(prefix, 'node_modules');
const root = join(installed, 'caulk');
const MEGABYTE = 1 << 20;

function npm(...words: readonly string[]): string {
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const { status, stdout, stderr } = spawnSync('npm', [...words, ...options], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** The installed program, started in a folder that has nothing to do with it. */
function caulk(...words: readonly string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(join(installed, '.bin/caulk'), words, {
    cwd: elsewhere,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

beforeAll(() => {
  buildPages(); // what `npm run build` does before packing, unless it is done
  const [packed] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', elsewhere));
  npm('install', '--omit=optional', '--prefix', prefix, join(elsewhere, packed.filename));
  cpSync('examples/tour/list-delete.c', join(elsewhere, 'list.c'));
}, 300_000);

describe('the installed package', () => {
  const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });

  it('needs less than 60 MB without optional packages', () => {
    const all = filesIn(installed);
    const bytes = all.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
    expect(bytes / MEGABYTE).toBeLessThan(60);
    expect(all.some((file) => file.includes('@yowasp'))).toBe(false);
  });

  it('has no source maps, no sources in TypeScript, no tests', () => {
    const own = filesIn(root);
    expect(own.filter((file) => /\.map$|\.ts$|\.tsbuildinfo$|^test\b|\/\.built$/.test(file))).toEqual([]);
    expect(own).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'man/caulk.1', 'schema/report.schema.json']));
  });

  it('is started with the flags of the launcher', () => {
    const flags = /^exec node (.*) "\$root/m.exec(readFileSync('caulk', 'utf8'))![1];
    expect(readFileSync(join(root, 'bin/caulk.js'), 'utf8').split('\n')[0]).toBe(`#!/usr/bin/env -S node ${flags}`);
    expect(spawnSync('node', [...flags!.split(' '), '-p', '1'], { encoding: 'utf8' })).toMatchObject({ stdout: '1\n' });
  });

  const USES: Readonly<Record<string, readonly [words: string[], status: number, out: RegExp]>> = {
    check: [['list.c', '--no-cache'], 1, /^list\.c:23:5: warning: /],
    prove: [['list.c'], 1, /^valid-deref: /],
    fix: [['list.c'], 1, /^list\.c:23:5: warning: /],
    mark: [['list.c:23', 'false', '--root', '.'], 0, /list\.c:23: leak: false alarm/],
    shapes: [['list.c', '--line', '23'], 0, /<svg/],
    run: [['list.c'], 1, /leak/],
    ir: [['list.c', '--function', 'delete'], 0, /delete/],
    explain: [['leak'], 0, /^# leak/],
    serve: [['--help'], 0, /Usage: caulk serve/],
    fleet: [['--help'], 0, /Usage: caulk fleet/],
    worker: [['--help'], 0, /Usage: caulk worker/],
    queue: [['--help'], 0, /Usage: caulk queue/],
    lsp: [['--help'], 0, /Usage: caulk lsp/],
    bench: [['--help'], 0, /Usage: caulk bench/],
    completion: [['bash'], 0, /complete -F _caulk caulk/],
  };

  it('runs every command', () => {
    expect(Object.keys(USES).sort()).toEqual(commands.map(nameOf).sort());
    expect(caulk('--version')).toEqual({ status: 0, out: `${manifest.version}\n`, err: '' });
    for (const [name, [words, status, out]] of Object.entries(USES)) {
      const said = caulk(name, ...words);
      expect({ name, ...said }).toMatchObject({ name, status, out: expect.stringMatching(out) });
    }
  });

  it('says what a queue needs', () => {
    expect(caulk('queue', 'status', '--queue', 'redis://127.0.0.1:1')).toMatchObject({
      status: 2,
      err: expect.stringMatching(/this needs the package \w+, which is not installed/),
    });
  });

  it('writes an HTML report, for which the pages are there', () => {
    expect(
      caulk('check', 'list.c', '--engine', 'modular', '--format', 'html', '-o', 'report.html').status,
    ).toBeLessThan(2);
    expect(readFileSync(join(elsewhere, 'report.html'), 'utf8')).toContain('Content-Security-Policy');
  });
});

it('what publishing needs is stated', () => {
  for (const field of ['description', 'license', 'homepage', 'repository', 'bugs', 'keywords', 'man', 'engines']) {
    expect(manifest[field], field).toBeTruthy();
  }
  for (const address of [manifest.homepage, manifest.repository.url, manifest.bugs.url]) {
    expect(address).toMatch(/^(git\+)?https:\/\/caulk\.example\//); // a placeholder: see docs/ci.md
  }
});

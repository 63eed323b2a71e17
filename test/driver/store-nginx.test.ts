// A store on a real server: one check fills it, another in another folder with nothing of its own takes everything from it.
// nginx with WebDAV, also behind TLS; developers read, who has the token writes.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Nginx, startNginx, TOKEN } from '../../bench/servers/nginx.js';
import { writeFiles } from '../support/project.js';

/** Every check is a process; a busy machine may start them slowly. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const work = realpathSync(mkdtempSync(join(tmpdir(), 'caulk-nginx-')));
let nginx: Nginx;

const FILES = {
  'caulk.config.json': '{}',
  'a.h': 'void *malloc(unsigned long);\nvoid free(void *);\nvoid drop(char *p);\n',
  'a.c': '#include "a.h"\nvoid drop(char *p) { free(p); }\n',
  'b.c': '#include "a.h"\nint b(int n) { char *p = malloc(4); if (n == 7) return 1; drop(p); return 0; }\n',
};

beforeAll(async () => {
  mkdirSync(join(work, 'server'));
  nginx = await startNginx(join(work, 'server'));
  for (const name of ['ci', 'home']) {
    writeFiles(join(work, name), FILES);
    const entries = ['a.c', 'b.c'].map((file) => ({ directory: join(work, name), file, command: `cc -c ${file}` }));
    writeFileSync(join(work, name, 'compile_commands.json'), JSON.stringify(entries));
  }
  await new Promise((resume) => setTimeout(resume, 1_500)); // what was written just now is not kept
});
afterAll(async () => {
  await nginx.stop();
  rmSync(work, { recursive: true });
});

interface Said {
  readonly report: string;
  readonly err: string;
  readonly stats: { readonly milliseconds: { readonly read: number }; readonly secondLook: { readonly asked: number } };
}

/** With nothing kept on this machine. */
function check(
  name: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Said> {
  const all = ['dist/src/cli/main.js', 'check', '-p', join(work, name), '--format', 'json', '--no-cache', ...words];
  const child = spawn(process.execPath, all, { env: { ...process.env, ...variables } });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  return new Promise((resume) =>
    child.on('close', () => {
      const { root: _, stats, ...report } = JSON.parse(out);
      resume({ report: JSON.stringify(report), err, stats });
    }),
  );
}

const kept = () => readdirSync(nginx.data, { recursive: true, encoding: 'utf8' });

test('what one check writes another reads, in another folder, and computes nothing', async () => {
  const local = await check('ci', []);
  const filling = await check('ci', ['--store', nginx.url, '--store-write'], { CAULK_STORE_TOKEN: TOKEN });
  expect(filling.report).toBe(local.report);
  expect(filling.err).toMatch(/^caulk: store http:\S+: 0 of \d+ results found \(0\.0 MB received\); \d+ written/);
  expect(filling.err + filling.report).not.toContain(TOKEN);
  const reading = await check('home', ['--store', nginx.url]);
  expect(reading.report).toBe(local.report);
  expect(reading.err).toMatch(/: (\d+) of \1 results found \(0\.\d MB received\)\n$/);
  expect([reading.stats.milliseconds.read, reading.stats.secondLook.asked]).toEqual([0, 0]);
});

test('who has no token cannot write, is told so once, and gets the same report', async () => {
  const before = kept();
  const said = await check('home', ['--store', nginx.url, '--store-write', '--malloc-may-fail']);
  expect(said.err.match(/it takes nothing: status 403/g)).toHaveLength(1);
  expect(kept()).toEqual(before);
  const reading = await check('home', ['--store', nginx.url, '--malloc-may-fail', '--quiet']);
  expect([reading.report, reading.err]).toEqual([said.report, '']);
});

test('over TLS, if the certificate is trusted', async () => {
  const folder = join(work, 'secure');
  mkdirSync(folder);
  const secure = await startNginx(folder, 'secure');
  try {
    const trust = { NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem'), CAULK_STORE_TOKEN: TOKEN };
    expect((await check('ci', ['--store', secure.url, '--store-write'], trust)).err).toMatch(/ written/);
    const warm = await check('home', ['--store', secure.url], trust);
    expect(warm.stats.milliseconds.read).toBe(0);
    const stranger = await check('home', ['--store', secure.url]);
    expect(stranger.err).toMatch(/0 of \d+ results found .*not asked any more: DEPTH_ZERO_SELF_SIGNED_CERT/);
    expect(stranger.report).toBe(warm.report);
    expect(readFileSync(join(folder, 'access.log'), 'utf8')).not.toContain(TOKEN);
  } finally {
    await secure.stop();
  }
});

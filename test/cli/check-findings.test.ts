// `caulk check` from C to a report: formats, suppressions, baselines, the configuration, hostile files.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caulk } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-findings-'));

function write(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const HEAD = 'void *malloc(unsigned long);\nvoid free(void *);\n';
const TWICE = `${HEAD}int main(void) {\n  char *p = malloc(8);\n  free(p);\n  free(p);\n  return 0;\n}\n`;
const LEAK = `${HEAD}int main(void) {\n  char *p = malloc(8);\n  p = 0;\n  return 0;\n}\n`;
const check = (...words: string[]) => caulk('check', '--engine', 'paths', ...words);
const findingsOf = (out: string) =>
  JSON.parse(out).findings as { rule: string; line: number; baseline: string | null }[];

describe('check with an engine', () => {
  it('reports its findings', async () => {
    const path = write('twice.c', TWICE);
    const said = await check(path);
    expect(said).toMatchObject({ status: 1, err: '' });
    expect(said.out).toContain(`${path}:6:3: warning: `);
    expect(said.out).toContain('\n    6 |   free(p);\n      |   ^\n');
    expect(said.out).toMatch(/\n1 finding \(1 double-free\) in 1 file, 1 function, \d+\.\d\d s\n$/);
  });

  it('has no summary with --quiet', async () => {
    expect((await check('--quiet', write('quiet.c', TWICE))).out).not.toContain('1 finding');
  });

  it('writes JSON and the same SARIF each time', async () => {
    const path = write('formats.c', TWICE);
    expect(findingsOf((await check('--format', 'json', path)).out)).toMatchObject([{ rule: 'double-free', line: 6 }]);
    const first = await check('--format', 'sarif', path);
    expect(first.status).toBe(1);
    expect(JSON.parse(first.out).runs[0].results).toMatchObject([{ ruleId: 'double-free' }]);
    expect((await check('--format', 'sarif', path)).out).toBe(first.out);
  });

  it('reports only the selected rules', async () => {
    const path = write('rules.c', TWICE);
    expect(await check('--rules', 'leak,null-dereference', path)).toMatchObject({ status: 0 });
    expect(await check('--rules', 'leak,double-free', path)).toMatchObject({ status: 1 });
    expect(await check('--rules', 'leak,lek', path)).toMatchObject({
      status: 2,
      err: expect.stringContaining('did you mean `leak`?'),
    });
  });
});

describe('suppressions', () => {
  it('suppress a finding and change the exit status', async () => {
    const path = write(
      'ignored.c',
      TWICE.replace('  free(p);\n  return', '  // caulk-ignore[double-free]: a test\n  free(p);\n  return'),
    );
    const said = await check(path);
    expect(said).toMatchObject({ status: 0, err: '' });
    expect(said.out).toContain('no findings, 1 suppressed');
  });

  it('are reported if they give no reason or suppress nothing', async () => {
    const path = write('idle.c', TWICE.replaceAll('free(p);\n', 'free(p); // caulk-ignore[double-free]\n'));
    const said = await check(path);
    expect(said.status).toBe(0);
    expect(said.err).toContain(`${path}:5:12: warning: missing reason`);
    expect(said.err).toContain(`${path}:5:12: warning: no finding is suppressed here for double-free`);
    expect(said.err).not.toContain(`${path}:6:12: warning: there is nothing`);
  });
});

describe('baselines', () => {
  it.each(['json', 'sarif'])('in %s hide old findings', async (format) => {
    const path = write(`aged-${format}.c`, TWICE);
    const baseline = join(folder, `old-${format}`);
    expect(await check('--format', format, '-o', baseline, path)).toMatchObject({ status: 1, out: '' });
    const same = await check('--baseline', baseline, path);
    expect(same).toMatchObject({ status: 0, out: expect.stringMatching(/^no new findings, 1 unchanged, 0 gone/) });

    writeFileSync(path, `// a new line\n${TWICE.replace('return 0', 'p = malloc(4); return 0')}`);
    const more = await check('--baseline', baseline, '--format', 'json', path);
    expect(more.status).toBe(1);
    const states = findingsOf(more.out).map(({ rule, baseline: state }) => `${rule} ${state}`);
    expect(states.sort()).toEqual(['double-free unchanged', 'leak new']);

    writeFileSync(path, TWICE.replace('  free(p);\n', ''));
    const less = await check('--baseline', baseline, path);
    expect(less).toMatchObject({ status: 0, out: expect.stringMatching(/^no new findings, 0 unchanged, 1 gone/) });
  });

  it('that are invalid are rejected before any work', async () => {
    const path = write('fine.c', LEAK);
    const said = await check('--baseline', write('wrong.json', '{"a": 1}'), path);
    expect(said).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('neither a JSON nor a SARIF report'),
    });
  });
});

describe('the configuration', () => {
  it('switches rules and excludes files', async () => {
    const path = write('configured.c', TWICE);
    const off = write('off.json', '{ "rules": { "double-free": "off" } }');
    expect(await check('--config', off, path)).toMatchObject({ status: 0 });
    const excluded = write('excluded.json', '{ "exclude": ["configured.c"] }');
    const said = await check('--config', excluded, path, write('other.c', LEAK));
    expect(said).toMatchObject({ status: 1, out: expect.stringContaining('1 finding (1 leak) in 1 file') });
    expect(await check('--config', excluded, path)).toMatchObject({
      status: 2,
      err: expect.stringContaining('excludes every file'),
    });
  });

  it('chooses the engine, unless the command line does', async () => {
    const config = write('engine.json', '{ "engine": "paths" }');
    expect(await caulk('check', '--config', config, write('engine.c', TWICE))).toMatchObject({ status: 1 });
  });

  it('has errors reported at their place', async () => {
    const config = write('bad.json', '{\n  "rules": { "leak": "maybe" }\n}\n');
    expect(await check('--config', config, write('any.c', LEAK))).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining(`${config}:2:22: error: rules.leak must be one of on, off [bad-config]`),
    });
  });
});

describe('hostile files', () => {
  /** Only text and line ends. */
  const SAFE = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;

  it('are shown as text, truncated', async () => {
    const evil = Buffer.concat([
      Buffer.from(TWICE.slice(0, TWICE.indexOf('  free(p);\n  return'))),
      Buffer.from('  /* \u001b]0;owned\u0007 \u202e</script> '),
      Uint8Array.from([0xff, 0xfe, 0x80]),
      Buffer.from(`${'x'.repeat(1 << 20)} */ free(p); /* ${'y'.repeat(1 << 20)} */\n  return 0;\n}\n`),
    ]);
    const path = write('evil.c', evil);
    const said = await check(path);
    expect(said.status).toBe(1);
    expect(said.out).toMatch(/\| …x+ \*\/ free\(p\); \/\* y+…\n +\| +\^\n/);
    expect(said.out.length).toBeLessThan(2000);
    for (const line of said.out.split('\n')) expect(line).toMatch(SAFE);
    for (const format of ['json', 'sarif']) {
      const { out } = await check('--format', format, path);
      for (const line of out.split('\n')) expect(line).toMatch(SAFE);
    }
  });

  it('may have any name and extension', async () => {
    const claims = ['/dev/zero', '/dev/stdin', '\u001b[2J.c', '/', ''];
    for (const [i, claim] of claims.entries()) {
      const path = write(`claim${i}.c`, `${HEAD}#line 3 "${claim}"\n${TWICE.slice(HEAD.length)}`);
      const said = await check(path);
      expect(said.status).toBe(1);
      for (const line of said.out.split('\n')) expect(line).toMatch(SAFE);
    }
  });

  it('cannot put escape sequences into diagnostics', async () => {
    const said = await check(write('error.c', '#error "\u001b[2J"\n'));
    expect(said.status).toBe(2);
    for (const line of said.err.split('\n')) expect(line).toMatch(SAFE);
  });
});

describe('colours', () => {
  it('are not written to files', async () => {
    const path = join(folder, 'report.txt');
    await check('-o', path, write('coloured.c', TWICE));
    expect(readFileSync(path, 'utf8')).not.toContain('\u001b');
  });
});

describe('check --doubtful', () => {
  const RIGHT = 'test/programs/beliefs/one-of-several-outcomes/right.c';

  it('reports what a belief speaks against, with the belief', async () => {
    const words = ['check', '--engine', 'modular', RIGHT];
    expect(await caulk(...words)).toMatchObject({ status: 0 });
    const said = await caulk(...words, '--doubtful');
    expect(said.status).toBe(1);
    expect(said.out).toContain('(modular)\n  doubt: one-of-several-outcomes\n');
    const { findings } = JSON.parse((await caulk(...words, '--doubtful', '--format', 'json')).out);
    expect(findings).toMatchObject([{ rule: 'null-dereference', doubts: ['one-of-several-outcomes'] }]);
  });

  it('has no doubts about others', async () => {
    const { out } = await caulk('check', write('sure.c', LEAK), '--doubtful', '--format', 'json');
    expect(JSON.parse(out).findings).toMatchObject([{ rule: 'leak', doubts: [] }]);
  });
});

describe('check --latent', () => {
  const EXCLUDED = 'test/programs/latent/excluded.c';
  const latentIn = async (...words: string[]) =>
    JSON.parse((await caulk('check', '--format', 'json', ...words)).out) as {
      findings: { latent: boolean; certainty: string }[];
      refuted: { reason: string }[];
      stats: { latent: number };
    };

  it('reports what no known caller makes happen, as such', async () => {
    expect(await caulk('check', '--quiet', EXCLUDED)).toMatchObject({ status: 0, out: '' });
    const said = await caulk('check', '--latent', EXCLUDED);
    expect(said.status).toBe(1);
    expect(said.out).toContain('possible: made to happen by no known caller (modular)');
    expect(said.out).toContain('happens when: mode == 2; no known caller makes it so');
    const { findings, refuted, stats } = await latentIn('--latent', EXCLUDED);
    expect(findings).toHaveLength(7);
    for (const f of findings) expect(f).toMatchObject({ latent: true, certainty: 'possible' });
    expect([refuted, stats.latent]).toEqual([[], 7]);
  });

  it('counts them otherwise, and --verbose says why they are dropped', async () => {
    const { findings, refuted, stats } = await latentIn(EXCLUDED);
    expect([findings.length, refuted.length, stats.latent]).toEqual([0, 7, 7]);
    expect(refuted.map(({ reason }) => reason)).toContain('no known caller makes mode == 2; --latent tells it');
    expect((await caulk('check', '--verbose', EXCLUDED)).out).toContain('no known caller makes mode == 2');
  });

  it('says the same with any number of threads, and from the cache', async () => {
    // Of the two functions named `keep`, it is not known whose callers are whose.
    const both = [EXCLUDED, 'test/programs/latent/strangers.c', '--latent'];
    const first = await latentIn(...both, '--no-cache', '--jobs', '1');
    expect(first.findings.map(({ latent }) => latent)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    for (const jobs of ['2', '1']) expect((await latentIn(...both, '--jobs', jobs)).findings).toEqual(first.findings);
  });

  it('can be set in the configuration', async () => {
    const config = join(folder, 'latent.config.json');
    writeFileSync(config, '{"latent": true}');
    expect(await caulk('check', '--quiet', '--config', config, EXCLUDED)).toMatchObject({ status: 1 });
  });
});

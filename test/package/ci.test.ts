// What CI services read: the files parse, and the commands in them run, with the exit statuses that docs/ci.md promises.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildPages } from '../support/browser.js';
import { commitAll, makeProject, writeFiles } from '../support/project.js';
import { readXml } from '../support/xml.js';

const LEAK = '#include <stdlib.h>\nint f(void) {\n  char *p = malloc(4);\n  return p != 0;\n}\n';
const CLEAN = 'int g(void) { return 0; }\n';

beforeAll(buildPages, 180_000);

/** A project with a program `caulk` on its path. */
function enter(files: Readonly<Record<string, string>>): { folder: string; run: typeof runIn } {
  const folder = makeProject(files);
  mkdirSync(join(folder, '.bin'));
  symlinkSync(resolve('caulk'), join(folder, '.bin/caulk'));
  return { folder, run: runIn };
}

function runIn(folder: string, script: string, variables: Readonly<Record<string, string>> = {}): number | null {
  const env = { ...process.env, PATH: `${join(folder, '.bin')}:${process.env.PATH}`, ...variables };
  const { status } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env, encoding: 'utf8' });
  return status;
}

describe('the GitHub action', () => {
  const action = parse(readFileSync('action.yml', 'utf8'));
  const [step] = action.runs.steps;

  /** The environment of the step for these inputs, as the runner makes it. */
  function environment(inputs: Readonly<Record<string, string>>, output: string): Record<string, string> {
    const valueFrom = (text: string) =>
      text
        .replace('${{ github.action_path }}', resolve('.'))
        .replace(
          /\$\{\{ inputs\.([\w-]+) \}\}/g,
          (_, name: string) => inputs[name] ?? String(action.inputs[name].default),
        );
    const given = Object.entries(step.env as Record<string, string>).map(([name, value]) => [name, valueFrom(value)]);
    return { ...Object.fromEntries(given), GITHUB_OUTPUT: output };
  }

  it.each([
    [{ 'a.c': LEAK }, {}, 1, 1],
    [{ 'a.c': LEAK }, { 'fail-on-findings': 'false' }, 0, 1],
    [{ 'a.c': CLEAN }, { arguments: '--quiet a.c' }, 0, 0],
    [{ 'a.c': '#error\n' }, { 'fail-on-findings': 'false' }, 2, 2],
  ])('%j with %j', (files, inputs, status, said) => {
    const { folder, run } = enter(files);
    const output = join(folder, 'output');
    expect(run(folder, step.run, environment(inputs, output))).toBe(status);
    expect(readFileSync(output, 'utf8')).toBe(`status=${said}\n`);
    const { results } = JSON.parse(readFileSync(join(folder, 'caulk.sarif'), 'utf8')).runs[0];
    expect(results).toHaveLength(said === 1 ? 1 : 0);
    expect(action.outputs.status.value).toContain(`steps.${step.id}.outputs.status`);
  });
});

describe('the GitLab template', () => {
  const { caulk } = parse(readFileSync('ci/gitlab.yml', 'utf8'));

  it.each([
    [LEAK, 1],
    [CLEAN, 0],
  ])('runs on %j', (text, status) => {
    const { folder, run } = enter({ 'a.c': text });
    expect(run(folder, caulk.script.join('\n'), { CAULK_ARGUMENTS: caulk.variables.CAULK_ARGUMENTS })).toBe(status);
    const { codequality, junit } = caulk.artifacts.reports;
    expect(JSON.parse(readFileSync(join(folder, codequality), 'utf8'))).toHaveLength(status);
    expect(readXml(readFileSync(join(folder, junit), 'utf8')).attributes.failures).toBe(String(status));
    expect(caulk.artifacts.paths).toEqual([codequality, junit]);
  });
});

describe('the pre-commit hook', () => {
  const [hook] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'));

  it('stops a commit that causes a finding, and no other', () => {
    const { folder, run } = enter({ 'old.c': LEAK, '.gitignore': '.bin\n' });
    commitAll(folder);
    writeFiles(folder, { 'new.c': CLEAN });
    expect(run(folder, hook.entry)).toBe(0);
    writeFiles(folder, { 'new.c': LEAK.replace('f(', 'h(') });
    expect(run(folder, hook.entry)).toBe(1);
    expect(new RegExp(hook.files).test('src/new.c')).toBe(true);
    expect(hook).toMatchObject({ language: 'node', pass_filenames: false });
  });
});

describe('the container', () => {
  const lines = readFileSync('Dockerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .trim()
    .split('\n');

  it('has known instructions, copies what the first stage makes, and starts the program that the package has', () => {
    for (const line of lines.filter((l) => l !== '')) expect(line).toMatch(/^(FROM|WORKDIR|COPY|RUN|ENTRYPOINT|CMD) /);
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
    expect(Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).bin)).toEqual(['caulk']);
    expect(lines).toContain('ENTRYPOINT ["caulk"]');
    const { scripts, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of ['bullmq', 'ioredis']) expect(lines.join()).toContain(`${name}@${optionalDependencies[name]}`); // workers need them
    expect(scripts.prepack).toBe('npm run build'); // `npm pack` there has to build
  });
});

describe('docs/ci.md', () => {
  it('has a section for each, and YAML that parses', () => {
    const page = readFileSync('docs/ci.md', 'utf8');
    for (const file of ['Dockerfile', 'action.yml', 'ci/gitlab.yml', '.pre-commit-hooks.yaml'])
      expect(page).toContain(`../${file})`);
    const examples = [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text]) => parse(text!));
    expect(examples).toHaveLength(2);
    const action = parse(readFileSync('action.yml', 'utf8'));
    const step = examples[0].steps.find(({ uses = '' }) => uses.endsWith('/caulk'));
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
    for (const name of Object.keys(action.inputs)) expect(page).toContain(`| \`${name}\` |`);
  });
});

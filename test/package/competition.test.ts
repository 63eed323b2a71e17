// What verification competitions get: the archive works by itself, BenchExec calls caulk as it wants to be called and reads its answers.
// The module runs against a stand-in for the parts of BenchExec that it uses.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveOptions } from '../../src/cli/options.js';
import { buildPages } from '../support/browser.js';
import { readXml } from '../support/xml.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-competition-'));
afterAll(() => rmSync(folder, { recursive: true }));

const STAND_IN: Readonly<Record<string, string>> = {
  '__init__.py': '',
  'result.py': `
RESULT_TRUE_PROP, RESULT_UNKNOWN, RESULT_ERROR = "true", "unknown", "ERROR"
RESULT_FALSE_DEREF, RESULT_FALSE_FREE = "false(valid-deref)", "false(valid-free)"
RESULT_FALSE_MEMTRACK, RESULT_FALSE_MEMCLEANUP = "false(valid-memtrack)", "false(valid-memcleanup)"
`,
  'tools/__init__.py': '',
  'tools/template.py': 'class BaseTool2: pass\n',
  'tools/sv_benchmarks_util.py': `
ILP32, LP64 = "ILP32", "LP64"
def get_data_model_from_task(task, names):
    return names.get((task.options or {}).get("data_model"))
`,
};

const DRIVER = `
import json, sys
sys.path.insert(0, sys.argv[1])
sys.path.insert(0, "contrib/svcomp")
from types import SimpleNamespace
from caulk import Tool
tool = Tool()
task = SimpleNamespace(input_files=["a.i"], property_file="p.prp", options={"data_model": "ILP32"})
answers = [tool.determine_result(SimpleNamespace(output=[line])) for line in json.loads(sys.argv[2])]
print(json.dumps({"words": tool.cmdline("caulk", ["--witness", "w.yml"], task, None), "answers": answers}))
`;

describe('the module for BenchExec', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'benchexec/tools'), { recursive: true });
    for (const [name, text] of Object.entries(STAND_IN)) writeFileSync(join(folder, 'benchexec', name), text);
  });

  const ask = (...lines: readonly string[]) =>
    JSON.parse(execFileSync('python3', ['-c', DRIVER, folder, JSON.stringify(lines)], { encoding: 'utf8' }));

  it('calls prove with options that it has', () => {
    const { words } = ask();
    const options = words.filter((word: string) => word.startsWith('--'));
    const known = proveOptions().map((o) => o.long);
    expect(words.slice(0, 3)).toEqual(['caulk', 'prove', 'a.i']);
    expect(words.slice(-4)).toEqual(['--data-model', 'ILP32', '--property', 'p.prp']);
    expect(known).toEqual(expect.arrayContaining(options));
  });

  it('reads its answers', () => {
    const said = ['true', 'false(valid-deref)', 'false(valid-free)', 'false(valid-memtrack)', 'unknown'];
    const { answers } = ask(...said.map((verdict) => `verdict: ${verdict}`), 'Killed');
    expect(answers).toEqual([...said, 'ERROR']);
  });
});

it('the benchmark definition is XML that names the module', () => {
  expect(readXml(readFileSync('contrib/svcomp/caulk.xml', 'utf8').replace(/^[\s\S]*-->\n/, ''))).toMatchObject({
    name: 'benchmark',
    attributes: expect.objectContaining({ tool: 'caulk', timelimit: '15 min' }),
  });
});

describe('the archive', () => {
  beforeAll(buildPages, 180_000);

  it('proves and refutes by itself', () => {
    const said = execFileSync('node', ['scripts/write-competition-archive.mjs', join(folder, 'caulk.zip')], {
      encoding: 'utf8',
    });
    expect(said).toContain('tried out without network');
  }, 300_000);
});

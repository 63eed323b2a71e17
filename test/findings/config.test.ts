// caulk.config.json: its settings, and the positions of errors in it.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostics.js';
import { type Config, defaultConfig, readConfig } from '../../src/findings/config.js';
import { excludeFiles } from '../../src/findings/exclude.js';
import { ruleNames } from '../../src/findings/rules.js';

const folder = mkdtempSync(join(tmpdir(), 'caulk-config-'));
const path = join(folder, 'caulk.config.json');

function read(text: string): Config | readonly Diagnostic[] {
  writeFileSync(path, text);
  return readConfig(path);
}

describe('readConfig', () => {
  it('reads everything; paths are relative to the file', () => {
    const config = read(`\uFEFF{
      // people explain their settings
      "$schema": "node_modules/caulk/schema/config.schema.json",
      "rules": { "leak": "on", "out-of-bounds": "off" },
      "engine": "fold",
      "entry": ["main", "worker_1"],
      "models": ["models/own.c"],
      "exclude": ["vendor", "gen/*.c"],
      "baseline": "known.json",
      "mallocMayFail": true,
      "leakAtExit": true,
      "latent": true
    }`);
    expect(config).toEqual({
      rules: new Set(ruleNames.filter((rule) => rule !== 'out-of-bounds')),
      engine: 'fold',
      entry: ['main', 'worker_1'],
      models: [join(folder, 'models/own.c')],
      exclude: ['vendor', 'gen/*.c'],
      directory: folder,
      baseline: join(folder, 'known.json'),
      mallocMayFail: true,
      leakAtExit: true,
      latent: true,
      withoutBeliefs: [],
    });
  });

  it('may be empty', () => {
    expect(read('{}')).toEqual(defaultConfig(folder));
  });

  it.each([
    ['{\n  "rules": {\n    "leek": "off"\n  }\n}', 3, 5, 'there is no setting `leek`; did you mean `leak`?'],
    ['{ "bananas": 1 }', 1, 3, 'there is no setting `bananas`; known are'],
    ['{\n  "rules": { "leak": "no" }\n}', 2, 22, 'rules.leak must be one of on, off'],
    ['{ "mallocMayFail": "yes" }', 1, 20, 'mallocMayFail must be of type boolean'],
    ['{ "entry": ["main", "a b"] }', 1, 21, 'entry.1 must be the name of a C function'],
    ['{ "models": [""] }', 1, 14, 'models.0 must not be empty'],
    ['{ "engine": "magic" }', 1, 13, 'engine must be one of auto, paths, stack, modular, fold, symbolic'],
    ['[]', 1, 1, 'the configuration must be of type object'],
    ['{\n  "engine": \n}', 3, 1, 'Unexpected'],
    ['', 1, 1, 'Unexpected'],
    ['{ "engine": "auto" } x', 1, 22, 'Unexpected'],
  ])('%j', (text, line, column, message) => {
    expect(read(text)).toEqual([
      expect.objectContaining({
        code: 'bad-config',
        message: expect.stringContaining(message),
        location: { file: path, line, column },
      }),
    ]);
  });

  it('reports the position of every error', () => {
    expect(read('{ "a": 1, "b": 2, "entry": 3 }')).toHaveLength(3);
  });

  it('reports a missing file', () => {
    expect(readConfig(join(folder, 'nowhere.json'))).toEqual([expect.objectContaining({ code: 'unreadable-file' })]);
  });
});

describe('the schema', () => {
  const schema = JSON.parse(readFileSync('schema/config.schema.json', 'utf8'));

  it('is valid', () => {
    expect(new Ajv({ strict: true }).validateSchema(schema)).toBe(true);
  });

  it('has exactly the rules of the catalogue', () => {
    expect(Object.keys(schema.properties.rules.properties)).toEqual(ruleNames);
  });
});

describe('excludeFiles', () => {
  const isExcluded = excludeFiles(['vendor/', './gen/*.c', '**/test_*.c', '.hidden'], '/project', '/');

  it.each([
    ['/project/vendor/zlib/deflate.c', true],
    ['/project/gen/parser.c', true],
    ['/project/gen/deep/parser.c', false],
    ['/project/src/test_a.c', true],
    ['/project/.hidden/a.c', true],
    ['/project/src/vendor/a.c', false],
    ['/project/vendors/a.c', false],
    ['/elsewhere/vendor/a.c', false],
  ])('%s: %s', (file, excluded) => {
    expect(isExcluded(file)).toBe(excluded);
  });

  it('resolves paths from the working directory', () => {
    expect(excludeFiles(['lib'], '/project', '/project')('lib/a.c')).toBe(true);
  });
});

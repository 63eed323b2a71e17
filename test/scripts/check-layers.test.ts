// The check of the layering: it accepts our sources and detects every kind of forbidden import.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

function check(root: string) {
  return spawnSync(process.execPath, ['scripts/check-layers.mjs', root], { encoding: 'utf8' });
}

/** A tree of source files with the given text. */
function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'caulk-layers-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

describe('the layering check', () => {
  it('passes on src', () => {
    expect(check('src')).toMatchObject({ status: 0, stderr: '' });
  });

  it('allows imports within a folder and from lower folders', () => {
    const root = tree({
      'ir/a.ts': `import { b } from './b.js';\nimport type { T } from '../frontend/t.js';`,
      'engines/registry.ts': `const e = await import('./paths/engine.js');`,
    });
    expect(check(root).status).toBe(0);
  });

  it.each([
    ['a static import', 'ir/a.ts', `import { x } from '../cli/x.js';`],
    ['an import of a type', 'base/a.ts', `import type { X } from '../ir/x.js';`],
    ['a re-export', 'ir/a.ts', `export { x } from '../report/x.js';`],
    ['a dynamic import', 'frontend/a.ts', `await import('../web/x.js');`],
    ['a side-effect import', 'frontend/a.ts', `import '../ir/x.js';`],
    ['an engine that imports another', 'engines/paths/a.ts', `import { x } from '../stack/x.js';`],
    ['an engine that imports the report', 'engines/paths/a.ts', `import { x } from '../../report/x.js';`],
    ['an engine that imports the front end', 'engines/paths/a.ts', `import { x } from '../../frontend/x.js';`],
    ['an import that bypasses the contract of an engine', 'engines/ledger.ts', `import { x } from './paths/x.js';`],
    ['a folder of the driver that imports a later one', 'driver/project/a.ts', `import { x } from '../check/x.js';`],
    [
      'an import from inside an engine by the driver',
      'driver/project/a.ts',
      `import { x } from '../../engines/modular/x.js';`,
    ],
    ['a source that imports a bench', 'driver/check/a.ts', `import { x } from '../../../bench/x.js';`],
    ['a folder that is not in the list', 'utils/a.ts', `import { x } from '../base/x.js';`],
  ])('fails on %s', (_, file, text) => {
    const result = check(tree({ [file]: text }));
    expect(result.status).toBe(1);
    expect(result.stderr).toContain(`${file}:1:`);
  });
});

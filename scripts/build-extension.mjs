// Bundles the extension for VS Code and packs it: editors/vscode/dist/caulk.vsix. Not part of the build; run by hand for a release.
// vsce comes from the registry when it is asked for: its last version that runs on Node 20, without scripts of packages.

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const VSCE = '@vscode/vsce@3.9.2';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'editors/vscode');
const packed = join(source, 'dist/caulk.vsix');
const target = join(source, 'dist/package');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of ['package.json', 'README.md', 'icon.svg', '.vscodeignore', 'walkthrough'])
  cpSync(join(source, name), join(target, name), { recursive: true });
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));

await build({
  root: source,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: join(source, 'src/extension.ts'),
    outDir: join(target, 'dist'),
    rolldownOptions: {
      external: ['vscode'],
      output: { format: 'cjs', entryFileNames: 'extension.cjs', codeSplitting: false },
    },
  },
});

if (process.argv.includes('--no-package')) process.exit(0);
const words = ['exec', '--yes', '--ignore-scripts', '--', VSCE, 'package', '--no-dependencies', '-o', packed];
const { status } = spawnSync('npm', words, { cwd: target, stdio: 'inherit' });
process.exitCode = status ?? 1;

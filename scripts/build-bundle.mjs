// Bundles the command line into one script, dist/bundle/caulk.cjs, for which V8 can keep code.
// Part of the build, behind tsc; src/cli/main.ts starts it, or the modules themselves if they are newer.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const bundle = join(dist, 'bundle');

/** Loaded as modules when they are needed: measuring, and what needs the packages of the queue. */
const APART = ['/bench/bench.js', '/join-queue.js', '/fleet.js', '/worker.js', '/queue.js'];

/** Files beside a module are found where the module was before. */
const places = {
  name: 'places',
  enforce: 'pre',
  resolveId(name) {
    const apart = APART.find((one) => name.endsWith(one));
    return apart ? { id: name.includes('/bench/') ? '../bench/bench.js' : `../src/cli${apart}`, external: true } : null;
  },
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const path = JSON.stringify(`../${relative(dist, id)}`);
    return code.replaceAll('import.meta.url', `new URL(${path}, require('node:url').pathToFileURL(__filename)).href`);
  },
};

await build({
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  plugins: [places],
  ssr: { noExternal: true, external: ['z3-solver', '@hpcc-js/wasm-graphviz', '@yowasp/clang', 'bullmq', 'ioredis'] },
  build: {
    ssr: join(dist, 'src/cli/program.js'),
    outDir: bundle,
    emptyOutDir: true,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      output: {
        format: 'cjs',
        codeSplitting: false,
        entryFileNames: 'caulk.cjs',
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
});

// V8 does not tell scripts with kept code how to import: bundle.ts passes a function for it.
const script = join(bundle, 'caulk.cjs');
writeFileSync(script, readFileSync(script, 'utf8').replace(/\bimport\(/g, 'importModule('));

// What the bundle was made of.
const { mtimeMs } = statSync(join(dist, '.tsbuildinfo'));
writeFileSync(join(bundle, 'made-of.json'), JSON.stringify({ build: mtimeMs }));

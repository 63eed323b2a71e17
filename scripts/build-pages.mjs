// Bundles the browser code, src/page, into dist/page: one script and one style sheet per page, nothing loaded later.
// Second half of the build; src/report/html/document.ts puts the parts into documents.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist/page');

for (const page of ['report', 'workbench']) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: target,
      emptyOutDir: false,
      modulePreload: false,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 3000,
      rolldownOptions: {
        input: join(root, `src/page/${page}.ts`),
        output: {
          format: 'iife',
          codeSplitting: false,
          entryFileNames: `${page}.js`,
          assetFileNames: `${page}.[ext]`,
        },
      },
    },
  });
  const script = join(target, `${page}.js`);
  // Inside a document, this would end the element.
  writeFileSync(script, readFileSync(script, 'utf8').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'));
}

// Counts the C library functions that installed programs use, and those with a model. Most used first.
// Usage: node scripts/libc-coverage.mjs [--most N] [--list] [FOLDER…]; needs `npm run build` and nm (binutils).

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readLibrary } from '../dist/src/models/load.js';
import { plainName } from '../dist/src/models/names.js';

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/lib/x86_64-linux-gnu'];

/** Called by compiled code, not by C: program start, C++, thread-local variables. */
const RUNTIME = /^_Z|^__cxa_|^__libc_(?:start_main|single_threaded)|^__tls_get_addr|^__gxx_|^_Unwind/;

const { values, positionals } = parseArgs({
  options: { most: { type: 'string', default: '400' }, list: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const isProgram = (path) => {
  const s = statSync(path, { throwIfNoEntry: false });
  return s?.isFile() && s.size > 64 && readFileSync(path).subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'));
};

/** Functions and variables of glibc that a file leaves undefined. */
function usedBy(path) {
  const { stdout } = spawnSync('nm', ['-D', '--undefined-only', path], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return new Set([...(stdout ?? '').matchAll(/ U (\w+)@GLIBC/g)].map((m) => m[1]).filter((n) => !RUNTIME.test(n)));
}

const files = (positionals.length > 0 ? positionals : FOLDERS).flatMap((folder) =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter(isProgram),
);
const uses = new Map();
for (const file of files) for (const name of usedBy(file)) uses.set(name, (uses.get(name) ?? 0) + 1);

const library = readLibrary();
const ranked = [...uses].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
const modelOf = (name) => plainName(name, (n) => library.has(n));
if (values.list) {
  for (const [name, count] of ranked.slice(0, Number(values.most)))
    console.log(`${name} ${count} ${modelOf(name) ?? '-'}`);
}

console.log(`${files.length} programs and libraries use ${ranked.length} functions and variables of the C library`);
for (const most of [100, 200, 400, 800, ranked.length]) {
  const top = ranked.slice(0, most);
  const missing = top.filter(([name]) => modelOf(name) === null);
  const weight = (all) => all.reduce((sum, [, count]) => sum + count, 0);
  const share = (100 * (1 - weight(missing) / weight(top))).toFixed(1);
  console.log(`of the ${top.length} most used ${top.length - missing.length} have a model (${share} % of the uses)`);
  if (most <= Number(values.most)) console.log(`  without: ${missing.map(([name]) => name).join(' ') || 'none'}`);
}

// Builds drawn packages as Debian does, under bear, so that `caulk check -p` has their compile commands.
// Second step of a measurement on fresh code, after draw-packages.mjs. Usage: build-packages.mjs [--minutes M] NAME…
//
// As root on a Debian machine: the build dependencies are installed, then `debian/rules build` runs in ~/.cache/caulk/corpus/NAME/source
// without tests and documents. Every package gets one line of output: how many compile commands there are, or why there are none. Logs
// are beside the source. A package whose database exists is not built again.

import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE, fetchSource } from '../dist/bench/corpus-fetch.js';

const OPTIONS = 'nocheck nodoc noopt nostrip parallel=2';
const ENVIRONMENT = {
  ...process.env,
  DEBIAN_FRONTEND: 'noninteractive',
  FORCE_UNSAFE_CONFIGURE: '1',
  DEB_BUILD_OPTIONS: OPTIONS,
  DEB_BUILD_PROFILES: 'nocheck nodoc',
};

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '5' } },
  allowPositionals: true,
});
for (const name of positionals) console.log(`${name} ${build(name, Number(values.minutes))}`);

function build(name, minutes) {
  const folder = join(CACHE, name);
  const source = join(folder, 'source');
  const database = join(folder, 'compile_commands.json');
  if (existsSync(database)) return describe(database);
  try {
    if (!existsSync(source)) fetchSource(name, folder);
  } catch {
    return 'skipped: the archive does not have its source';
  }
  if (!run(['apt-get', 'build-dep', '-y', '--no-install-recommends', './source'], folder, 'install.log', 10))
    return `skipped: its build dependencies cannot be installed: ${join(folder, 'install.log')}`;
  // Patched sources are newer than the files generated from them. Equal times prevent make from regenerating these.
  run(['find', '.', '-type', 'f', '-exec', 'touch', '-r', '.', '{}', '+'], source, '../touch.log', 1);
  const captured = join(folder, 'captured.json');
  rmSync(captured, { force: true });
  const built = run(['bear', '--output', captured, '--', 'debian/rules', 'build'], source, '../build.log', minutes);
  if (!existsSync(captured) || commands(captured) === 0) return 'skipped: no compile command was seen';
  renameSync(captured, database);
  return `${describe(database)}${built ? '' : ', but the build did not come to its end'}`;
}

function describe(database) {
  return `${commands(database)} compile commands`;
}

function commands(database) {
  return JSON.parse(readFileSync(database, 'utf8')).length;
}

/** Whether the command succeeds within the time. */
function run(words, directory, log, minutes) {
  const output = openSync(join(directory, log), 'w');
  const [program, ...rest] = ['timeout', '-k', '10', `${minutes * 60}`, 'nice', ...words];
  return spawnSync(program, rest, { cwd: directory, env: ENVIRONMENT, stdio: ['ignore', output, output] }).status === 0;
}

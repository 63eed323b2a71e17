// Writes an archive for verification competitions that needs nothing but Linux: caulk, its dependencies and Node. Tries it
// out unpacked, without network, compiler and environment. Usage: node scripts/write-competition-archive.mjs FILE.zip

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const FOLDER = 'caulk';
/** Of the package: what a run reads. */
const PARTS = ['package.json', 'dist/src', 'src/models', 'schema', 'LICENSE'];
/** Competitions give preprocessed files: the compiler in WebAssembly is left out. */
const LEFT_OUT = ['@yowasp/clang'];

const TASK = `extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned int);
extern void free(void *);
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof(struct node));
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = NEXT;
  }
  return 0;
}
`;
const SAFETY = ['valid-free', 'valid-deref', 'valid-memtrack']
  .map((p) => `CHECK( init(main()), LTL(G ${p}) )\n`)
  .join('');

const [target] = process.argv.slice(2);
if (!target?.endsWith('.zip')) {
  console.error('usage: node scripts/write-competition-archive.mjs FILE.zip');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'caulk-archive-'));
try {
  gather(join(work, FOLDER));
  const file = resolve(target);
  rmSync(file, { force: true });
  execFileSync('zip', ['-q', '-r', '-y', file, FOLDER], { cwd: work });
  tryOut(file, join(work, 'unpacked'));
  console.log(`${target}: ${Math.round(readFileSync(file).length / 1e6)} MB, tried out without network`);
} finally {
  rmSync(work, { recursive: true });
}

function gather(folder) {
  const lib = join(folder, 'lib');
  mkdirSync(lib, { recursive: true });
  for (const part of PARTS) cpSync(join(ROOT, part), join(lib, 'caulk', part), { recursive: true });
  for (const name of dependencies()) {
    cpSync(join(ROOT, 'node_modules', name), join(lib, 'caulk/node_modules', name), { recursive: true });
  }
  cpSync(process.execPath, join(lib, 'node'));
  cpSync(join(ROOT, 'contrib/svcomp/caulk.sh'), join(folder, 'caulk'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(ROOT, 'contrib/svcomp/README.md'), join(folder, 'README.md'));
}

/** Names of the packages that a run needs, from the lock file. */
function dependencies() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev && existsSync(join(ROOT, path)))
    .map(([path]) => path.slice('node_modules/'.length))
    .filter((name) => !LEFT_OUT.includes(name));
}

/** A right program is proved and a wrong one refuted, both with a witness. */
function tryOut(archive, folder) {
  mkdirSync(folder);
  execFileSync('unzip', ['-q', archive, '-d', folder]);
  writeFileSync(join(folder, 'memsafety.prp'), SAFETY);
  expectVerdict(folder, TASK.replace('NEXT', 'next'), 'verdict: true', 'invariant_set');
  expectVerdict(folder, TASK.replace('NEXT', 'list->next'), 'verdict: false(valid-deref)', 'violation_sequence');
}

function expectVerdict(folder, task, verdict, kind) {
  writeFileSync(join(folder, 'task.i'), task);
  rmSync(join(folder, 'witness.yml'), { force: true });
  const words = ['prove', 'task.i', '--witness', 'witness.yml', '--data-model', 'ILP32', '--property', 'memsafety.prp'];
  const command = [join(folder, FOLDER, 'caulk'), ...words];
  const alone = canIsolate() ? ['/usr/bin/unshare', '-r', '-n', ...command] : command;
  const [program, ...rest] = alone;
  const env = { PATH: join(folder, 'no-programs') };
  const { stdout, stderr } = spawnSync(program, rest, { cwd: folder, encoding: 'utf8', env });
  const said = stdout?.split('\n')[0];
  const witness = existsSync(join(folder, 'witness.yml')) ? readFileSync(join(folder, 'witness.yml'), 'utf8') : '';
  if (said !== verdict || !witness.includes(kind)) {
    throw new Error(`the archive says \`${said}\` instead of \`${verdict}\`\n${stdout}${stderr}`);
  }
}

/** Does the machine let a process have a network of its own, with nothing in it? */
function canIsolate() {
  return spawnSync('/usr/bin/unshare', ['-r', '-n', '/bin/true']).status === 0;
}

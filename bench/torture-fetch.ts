// Downloads gcc's execution tests from Debian's source package. Cached.
// First half of `caulk bench torture`; apt uses a private configuration, the lists of the system stay unchanged.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'caulk', 'torture');
const PACKAGE = 'gcc-12';

/** Why the tests are not available, for the user. */
export class TortureError extends Error {}

/** The directory of the tests. */
export function fetchTorture(say: (what: string) => void): string {
  const folder = join(CACHE, 'execute');
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  if (!findArchive(/orig\.tar\.gz$/)) {
    say(`fetching the source of ${PACKAGE}`);
    download();
  }
  say('unpacking');
  unpack(folder);
  return folder;
}

function findArchive(name: RegExp): string | undefined {
  return readdirSync(CACHE).find((file) => file.startsWith(PACKAGE) && name.test(file));
}

function download(): void {
  const home = join(CACHE, 'apt');
  const list = join(home, 'sources.list');
  const options = [`Dir::Etc::SourceList=${list}`, 'Dir::Etc::SourceParts=/dev/null', `Dir::State::Lists=${home}/lists`]
    .concat(['Dir::Cache::pkgcache=', 'Dir::Cache::srcpkgcache=', `APT::Sandbox::User=${process.env.USER ?? 'root'}`])
    .flatMap((option) => ['-o', option]);
  mkdirSync(join(home, 'lists', 'partial'), { recursive: true });
  const format = 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)';
  const targets = spawnSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages', 'Origin: Debian'], {
    encoding: 'utf8',
  });
  if (targets.status !== 0 || targets.stdout === '') throw new TortureError('apt knows no Debian archive here');
  writeFileSync(list, [...new Set(targets.stdout.split('\n'))].join('\n'));
  run('apt-get', [...options, 'update']);
  run('apt-get', [...options, 'source', '--download-only', '-y', PACKAGE]);
}

/** The source package contains the archive of the compiler, which contains the tests. */
function unpack(folder: string): void {
  const outer = join(CACHE, 'outer');
  const inner = join(CACHE, 'inner');
  for (const directory of [outer, inner]) mkdirSync(directory, { recursive: true });
  run('tar', ['-xzf', findArchive(/orig\.tar\.gz$/) ?? '', '-C', outer, '--wildcards', '*/gcc-*.tar.xz']);
  const [wrapper] = readdirSync(outer);
  const archive = readdirSync(join(outer, wrapper ?? '')).find((name) => name.startsWith('gcc-'));
  if (!wrapper || !archive) throw new TortureError(`the source of ${PACKAGE} has an unexpected layout`);
  const tests = '*/gcc/testsuite/gcc.c-torture/execute/*';
  run('tar', ['-xJf', join(outer, wrapper, archive), '-C', inner, '--wildcards', tests]);
  const [root] = readdirSync(inner);
  renameSync(join(inner, root!, 'gcc', 'testsuite', 'gcc.c-torture', 'execute'), folder);
  for (const directory of [outer, inner]) rmSync(directory, { recursive: true });
}

function run(program: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, { cwd: CACHE, encoding: 'utf8' });
  if (status !== 0) throw new TortureError(`${program} failed: ${stderr.trim().split('\n').at(-1) ?? ''}`);
}

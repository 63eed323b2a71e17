// Downloads a corpus project: source package, configuration, captured compile commands. All cached.
// First half of `caulk bench corpus`; the result is an ordinary compile_commands.json.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CORPUS, type CorpusProject } from './corpus-projects.js';

/** The directory of the projects, outside any repository. */
export const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'caulk', 'corpus');

/** -O0, because only the compile commands matter, not the objects. GNU tar refuses to be configured by root. */
const BUILD_ENV = { ...process.env, CFLAGS: '-O0 -w', FORCE_UNSAFE_CONFIGURE: '1', DEBIAN_FRONTEND: 'noninteractive' };

/** Why a project could not be prepared, for the user. */
export class CorpusError extends Error {}

/** The compile_commands.json of a project of the corpus, or of any folder in the cache; null if there is neither. */
export function findProject(name: string, say: (what: string) => void): string | null {
  const known = CORPUS.find((p) => p.name === name);
  if (known) return prepareProject(known, say);
  const database = join(CACHE, name, 'compile_commands.json');
  return existsSync(database) ? database : null;
}

/** Prepares the project unless it is cached; returns the path of its compile_commands.json. */
export function prepareProject(project: CorpusProject, say: (what: string) => void): string {
  const folder = join(CACHE, project.name);
  const database = join(folder, 'compile_commands.json');
  if (existsSync(database)) return database;
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'source');
  if (!existsSync(source)) {
    say('fetching');
    fetchSource(project.name, folder);
  }
  installPackages(['bear', 'make', ...project.packages], say);
  // Patched sources are newer than the files generated from them. Equal times prevent make from regenerating these.
  run(['find', '.', '-type', 'f', '-exec', 'touch', '-r', '.', '{}', '+'], source, join(folder, 'configure.log'));
  if (project.configure.length > 0) {
    say('configuring');
    run(project.configure, source, join(folder, 'configure.log'));
  }
  say('building, to capture the compile commands');
  const captured = join(folder, 'captured.json');
  run(['nice', 'bear', '--output', captured, '--', ...project.make], source, join(folder, 'make.log'));
  renameSync(captured, database);
  return database;
}

/** Newest version first; the package index may list a version that the archive does not have. */
export function fetchSource(name: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const options = privateApt();
  const shown = capture(['apt-cache', ...options, 'showsrc', name]);
  const versions = [...new Set([...shown.matchAll(/^Version: (.*)$/gm)].map((match) => match[1]!))];
  versions.sort((a, b) => (isNewer(a, b) ? -1 : 1));
  if (versions.length === 0) throw new CorpusError(`Debian has no source package ${name}`);
  const log = join(folder, 'fetch.log');
  const got = versions.some((version) =>
    attempt(['apt-get', ...options, 'source', '-y', `${name}=${version}`], folder, log),
  );
  const unpacked = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isDirectory());
  if (!got || !unpacked) throw new CorpusError(`the source of ${name} could not be fetched: see ${log}`);
  renameSync(join(folder, unpacked.name), join(folder, 'source'));
}

function isNewer(a: string, b: string): boolean {
  return spawnSync('dpkg', ['--compare-versions', a, 'gt', b]).status === 0;
}

/** Options that give apt private lists with source packages; those of the system stay unchanged. */
export function privateApt(): string[] {
  const home = join(CACHE, 'apt');
  const list = join(home, 'sources.list');
  const options = [
    ...['-o', `Dir::Etc::SourceList=${list}`, '-o', 'Dir::Etc::SourceParts=/dev/null'],
    ...[
      '-o',
      `Dir::State::Lists=${join(home, 'lists')}`,
      '-o',
      'Dir::Cache::pkgcache=',
      '-o',
      'Dir::Cache::srcpkgcache=',
    ],
    ...['-o', `APT::Sandbox::User=${process.env.USER ?? 'root'}`],
  ];
  if (existsSync(list)) return options;
  mkdirSync(join(home, 'lists', 'partial'), { recursive: true });
  const format = 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)';
  const sources = capture(['apt-get', 'indextargets', '--format', format, 'Created-By: Packages', 'Origin: Debian']);
  if (sources === '')
    throw new CorpusError('apt knows no Debian archive here: run `apt-get update` on a Debian machine');
  writeFileSync(list, [...new Set(sources.split('\n'))].join('\n'));
  run(['apt-get', ...options, 'update'], home, join(home, 'update.log'));
  return options;
}

function installPackages(packages: readonly string[], say: (what: string) => void): void {
  const missing = packages.filter((name) => spawnSync('dpkg', ['-s', name]).status !== 0);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) throw new CorpusError(`install these packages first: ${missing.join(' ')}`);
  say(`installing ${missing.join(' ')}`);
  run(['apt-get', 'install', '-y', '--no-install-recommends', ...missing], CACHE, join(CACHE, 'install.log'));
}

function run(words: readonly string[], directory: string, log: string): void {
  if (!attempt(words, directory, log)) throw new CorpusError(`\`${words.join(' ')}\` failed: see ${log}`);
}

function attempt(words: readonly string[], directory: string, log: string): boolean {
  const output = openSync(log, 'w');
  const [program, ...rest] = words;
  return spawnSync(program!, rest, { cwd: directory, env: BUILD_ENV, stdio: ['ignore', output, output] }).status === 0;
}

function capture(words: readonly string[]): string {
  const [program, ...rest] = words;
  const { status, stdout } = spawnSync(program!, rest, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return status === 0 ? stdout : '';
}

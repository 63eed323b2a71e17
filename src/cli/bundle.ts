// Loads the bundle of the program with code that V8 has compiled before, kept in the user's cache.
// Between main.ts and program.ts, which is loaded as modules where there is no bundle or it is older than these.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import vm from 'node:vm';

type Program = Pick<typeof import('./program.js'), 'runCommandLine'>;

export interface Loaded {
  readonly program: Program;
  /** Keeps what V8 has compiled so far, unless it was kept before. */
  keepCode(): void;
}

export interface Place {
  /** The folder of the build. */
  readonly dist: string;
  /** Where code is kept. */
  readonly code: string;
}

export const usualPlace = (): Place => ({
  dist: fileURLToPath(new URL('../../', import.meta.url)),
  code: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'caulk', 'code'),
});

const DIGEST = 32;
/** Of several versions of caulk, Node, and commands. */
const MOST_FILES = 20;

/** Null if there is no bundle of what tsc has written last. Code is kept apart for each `purpose`. */
export function loadBundle(purpose: string, { dist, code }: Place = usualPlace()): Loaded | null {
  const bundle = join(dist, 'bundle/caulk.cjs');
  const source = readOr(bundle);
  if (!source || !isCurrent(dist)) return null;
  const file = join(code, nameFor(source, purpose));
  const kept = checked(readOr(file));
  const wrapped = `(function (exports, require, __filename, importModule) {${source.toString('utf8')}\n})`;
  const script = new vm.Script(wrapped, {
    filename: bundle,
    ...(kept ? { cachedData: kept } : {}),
  });
  const program = {} as Program;
  script.runInThisContext()(program, createRequire(bundle), bundle, importerFor(bundle));
  const isKept = kept !== null && script.cachedDataRejected === false;
  return { program, keepCode: () => void (isKept || keep(file, script.createCachedData())) };
}

/** Of modules beside the bundle, by their place, and of packages. */
const importerFor =
  (bundle: string) =>
  (name: string): Promise<unknown> =>
    import(name.startsWith('.') ? new URL(name, pathToFileURL(bundle)).href : name);

/** A package has no build information, and never changes. */
function isCurrent(dist: string): boolean {
  const made = readOr(join(dist, 'bundle/made-of.json'));
  const build = statSync(join(dist, '.tsbuildinfo'), { throwIfNoEntry: false });
  return !build || (made !== null && JSON.parse(made.toString()).build === build.mtimeMs);
}

/** All that code depends on: the bundle, and V8 with its flags. */
function nameFor(source: Uint8Array, purpose: string): string {
  const all = createHash('sha256').update(source).update(`${cachedDataVersionTag()} ${process.version} ${purpose}`);
  return all.digest('hex').slice(0, DIGEST);
}

const digestOf = (code: Uint8Array): Buffer => createHash('sha256').update(code).digest();

/** Without its checksum; null if it is damaged. */
function checked(bytes: Buffer | null): Buffer | null {
  if (!bytes || bytes.length < DIGEST) return null;
  const code = bytes.subarray(DIGEST);
  return digestOf(code).equals(bytes.subarray(0, DIGEST)) ? code : null;
}

/** Written whole or not at all; without a cache the next start is as slow as this one. */
function keep(file: string, code: Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(draft, Buffer.concat([digestOf(code), code]), { mode: 0o600 });
    renameSync(draft, file);
    dropOldest(dirname(file));
  } catch {
    // no cache
  }
}

function dropOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => ({
    path: join(folder, name),
    time: statSync(join(folder, name)).mtimeMs,
  }));
  for (const { path } of files.sort((a, b) => b.time - a.time).slice(MOST_FILES)) rmSync(path);
}

function readOr(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

// Clang in WebAssembly as the preprocessor of machines without a compiler: an optional package, loaded on first use.
// Replaces run-compiler.ts. It sees only files that are passed to it, so the includes are resolved first.

import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { CompileJob } from './compile-job.js';
import type { CompilerRun } from './run-compiler.js';

/** Folders are objects, files are bytes. */
interface Tree {
  [name: string]: Tree | Uint8Array;
}

type RunClang = (
  words: string[] | null,
  files: Tree,
  options: {
    stdout: (bytes: Uint8Array | null) => void;
    stderr: (bytes: Uint8Array | null) => void;
    fetchProgress: () => void;
  },
) => Promise<unknown> | undefined;

/** The package has the headers of WASI, which fit any target of the same `size_t` spelling. */
const HEADERS = ['-isystem', '/usr/include/wasm32-wasip1', '-isystem', '/usr/include'];
const SIZE_TYPES = ['SIZE', 'PTRDIFF', 'INTPTR', 'UINTPTR'];

export async function preprocessInWasm(job: CompileJob): Promise<CompilerRun> {
  const run = await loadClang();
  if (!run) return { output: new Uint8Array(), errors: '', problem: 'there is no C compiler on this machine' };
  const output: Uint8Array[] = [];
  const errors: Uint8Array[] = [];
  const file = resolve(job.directory, job.file);
  const options = {
    stdout: (bytes: Uint8Array | null) => void (bytes && output.push(bytes.slice())),
    stderr: (bytes: Uint8Array | null) => void (bytes && errors.push(bytes.slice())),
    fetchProgress: () => {},
  };
  let problem: string | null = null;
  try {
    await run(null, {}, options); // loads it separately, so that its progress messages stay off our output
    await run(
      ['clang', ...targetFlags(job), ...absoluteFlags(job), '-E', '-x', 'c', file],
      filesFor(job, file),
      options,
    );
  } catch {
    problem = 'the preprocessor (clang in WebAssembly) failed';
  }
  return { output: Buffer.concat(output), errors: Buffer.concat(errors).toString(), problem };
}

async function loadClang(): Promise<RunClang | null> {
  try {
    const name: string = '@yowasp/clang'; // a variable: the package may be absent when this is compiled
    return ((await import(name)) as { runClang: RunClang }).runClang;
  } catch {
    return null;
  }
}

function targetFlags(job: CompileJob): string[] {
  const flags = [
    `--target=${job.target.name}-${job.target.longSize < job.target.pointerSize ? 'w64-mingw32' : 'linux-gnu'}`,
    '-nostdlibinc',
    ...HEADERS,
  ];
  if (job.target.pointerSize === 8) return flags;
  // These headers spell size_t with `long`, which on i386 is as wide as Clang's `int`, but another type.
  return [
    ...flags,
    ...SIZE_TYPES.flatMap((name) => {
      const type = name.endsWith('SIZE') || name.startsWith('U') ? 'unsigned long' : 'long';
      return [`-U__${name}_TYPE__`, `-D__${name}_TYPE__=${type}`];
    }),
  ];
}

const WITH_FOLDER = /^(-I|-F)(.*)$/;
const BEFORE_PATH = new Set(['-include', '-imacros', '-isystem', '-iquote', '-idirafter']);

/** Its current directory is `/`, so relative paths are made absolute. */
function absoluteFlags(job: CompileJob): string[] {
  return job.flags.map((flag, i) => {
    const joined = WITH_FOLDER.exec(flag);
    if (joined) return joined[1] + resolve(job.directory, joined[2]!);
    return BEFORE_PATH.has(job.flags[i - 1] ?? '') ? resolve(job.directory, flag) : flag;
  });
}

const INCLUDE = /^[ \t]*#[ \t]*(?:include|include_next|import|embed)[ \t]*[<"]([^>"\n]+)[>"]/gm;

/** The file and, transitively, every file that its include lines may refer to, found in the folders of the flags. */
function filesFor(job: CompileJob, file: string): Tree {
  const flags = absoluteFlags(job);
  const folders = flags.flatMap((flag, i) => {
    const joined = /^-I(.*)$/.exec(flag);
    if (joined) return [joined[1]!];
    return ['-isystem', '-iquote', '-idirafter'].includes(flags[i - 1] ?? '') ? [flag] : [];
  });
  const forced = flags.filter((_, i) => ['-include', '-imacros'].includes(flags[i - 1] ?? ''));
  const tree: Tree = {};
  const seen = new Set<string>();
  const wanted = [file, ...forced];
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (seen.has(path) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    seen.add(path);
    const bytes = readFileSync(path);
    addFile(tree, path, bytes);
    for (const [, name] of bytes.toString('latin1').matchAll(INCLUDE)) {
      for (const folder of [dirname(path), ...folders]) wanted.push(resolve(folder, name!));
    }
  }
  return tree;
}

function addFile(tree: Tree, path: string, bytes: Uint8Array): void {
  const names = path.split(/[\\/]/).filter((name) => name !== '');
  const last = names.pop()!;
  let folder = tree;
  for (const name of names) {
    folder[name] ??= {};
    folder = folder[name] as Tree;
  }
  folder[last] = bytes;
}

// Which program preprocesses: the compiler that a project names, if it can be trusted, else the machine's own.
// Between compile-commands.ts and preprocess.ts.

import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path';

/** A program that is started with `-E`, or Clang in WebAssembly where the machine has none. */
export type Compiler = { readonly kind: 'program'; readonly path: string } | { readonly kind: 'wasm' };

const WASM: Compiler = { kind: 'wasm' };

/** cc, gcc-12, clang-19, arm-none-eabi-gcc, x86_64-linux-gnu-gcc-12.2, tcc, icx … */
const C_COMPILER = /^(?:[\w.]+-)*(?:cc|c89|c99|tcc|icc|icx|(?:gcc|clang)(?:-?\d+(?:\.\d+)*)?)(?:\.exe)?$/;

const WRAPPER = /^(?:ccache|distcc|sccache|icecc|buildcache|libtool|env|[\w.]+-libtool)(?:\.exe)?$/;

/** Directories of installed programs, which only trusted users can write to. */
const INSTALLED = ['/usr/', '/opt/', '/nix/', '/Library/', '/Applications/'];

export function isCCompiler(name: string): boolean {
  return C_COMPILER.test(basename(name));
}

/** The number of words before the compiler: `ccache`, `libtool --mode=compile`, `env A=b`. */
export function countWrapperWords(words: readonly string[]): number {
  let n = 0;
  while (n < words.length && WRAPPER.test(basename(words[n]!))) {
    n++;
    while (n < words.length && /^-|^\w+=/.test(words[n]!)) n++;
  }
  return n;
}

/**
 * The program of a compile command, or null if it must not be started. A compile_commands.json may come with untrusted
 * code, so naming a program there must not be enough to run it: it must be named like a C compiler, and be found on
 * PATH or in a directory of installed programs.
 */
export function findNamedCompiler(name: string, directory: string): Compiler | null {
  if (!isCCompiler(name)) return null;
  const onPath = findOnPath(basename(name));
  if (!name.includes('/')) return onPath ? program(onPath) : null;
  const path = resolve(directory, name);
  if (!isExecutable(path)) return null;
  const real = realpathSync(path);
  const trusted = (onPath && realpathSync(onPath) === real) || INSTALLED.some((prefix) => real.startsWith(prefix));
  return trusted ? program(path) : null;
}

/** `cc`, or another compiler of the machine. */
export function findDefaultCompiler(): Compiler {
  for (const name of ['cc', 'gcc', 'clang']) {
    const path = findOnPath(name);
    if (path) return program(path);
  }
  return WASM;
}

function program(path: string): Compiler {
  return { kind: 'program', path };
}

/** Relative entries of PATH are ignored: they would find programs in the analysed project. */
function findOnPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const candidates = folders.flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`)]);
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// The calls on the real library: compiled by gcc with the address sanitizer, one process per call.
// Gives what each call did, as observations; also which functions this library has and declares.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from './call.js';
import { writeProgram } from './harness.js';
import { HEADERS } from './harness-text.js';
import { type Observation, parseReport } from './observation.js';
import type { Signature } from './signatures.js';

const FLAGS = ['-w', '-O0', '-g0', '-fno-builtin', '-fsanitize=address', '-fsanitize-recover=address', '-Wno-error'];
const LIBRARIES = ['-lm', '-ldl', '-lpthread'];

/** One observation for each call. Throws if gcc rejects the program: that is an error in a hint. */
export function runReal(calls: readonly Call[], prototypes: string, folder: string): Observation[] {
  const file = join(folder, 'real.c');
  writeFileSync(file, writeProgram(calls, prototypes, 'real'));
  compile(file, join(folder, 'real'), FLAGS);
  const ran = spawnSync(join(folder, 'real'), [], {
    cwd: folder,
    encoding: 'latin1',
    maxBuffer: 2 ** 28,
    timeout: 300_000,
    input: '',
    env: ENVIRONMENT,
  });
  const reports = new Map<number, string>();
  for (const part of ran.stdout.split('\u0002').slice(1)) {
    const [, number, text] = /^(\d+)\n([\s\S]*)$/.exec(part)!;
    reports.set(Number(number), text!);
  }
  return calls.map((_, i) => parseReport(reports.get(i) ?? '\u0001error no-report\n'));
}

/** Independent of the environment of the user. */
const ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: '/root', LC_ALL: 'C', TZ: 'UTC' };

function compile(file: string, binary: string, flags: readonly string[]): void {
  const made = spawnSync('gcc', [...flags, file, '-o', binary, ...LIBRARIES], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (made.status !== 0) throw new Error(`gcc rejects ${file}: ${made.stderr.slice(0, 2_000)}`);
}

export interface Presence {
  /** Names that the C library of this system does not have. */
  readonly absent: ReadonlySet<string>;
  /** Prototypes of those that no header declares. */
  readonly prototypes: string;
}

export function examineLibrary(functions: readonly Signature[], folder: string): Presence {
  const named = functions.filter((f) => !f.name.startsWith('__builtin_') && !/^__(sync|atomic)_/.test(f.name));
  const absent = absentNames(
    named.map((f) => f.name),
    folder,
  );
  const present = named.filter((f) => !absent.has(f.name));
  const undeclared = undeclaredNames(
    present.map((f) => f.name),
    folder,
  );
  const prototypes = present.filter((f) => undeclared.has(f.name)).map(prototypeOf);
  return { absent, prototypes: prototypes.join('') };
}

function absentNames(names: readonly string[], folder: string): Set<string> {
  const file = join(folder, 'present.c');
  const list = names.map((name) => `"${name}"`).join(', ');
  const text = `#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\nconst char *names[] = { ${list} };
int main(void) { dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL); for (unsigned i = 0; i < sizeof names / sizeof *names; i++) if (!dlsym(RTLD_DEFAULT, names[i])) puts(names[i]); return 0; }\n`;
  writeFileSync(file, text);
  compile(file, join(folder, 'present'), []);
  const ran = spawnSync(join(folder, 'present'), [], { encoding: 'utf8' });
  return new Set(ran.stdout.split('\n').filter((line) => line !== ''));
}

function undeclaredNames(names: readonly string[], folder: string): Set<string> {
  const file = join(folder, 'declared.c');
  const uses = names.map((name, i) => `#line ${i + 1} "uses"\n__typeof__(&${name}) p${i};`);
  writeFileSync(file, `${HEADERS}${uses.join('\n')}\n`);
  const made = spawnSync('gcc', ['-w', '-fmax-errors=0', '-fsyntax-only', '-fno-builtin', file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, LC_ALL: 'C' },
  });
  const lines = [...made.stderr.matchAll(/^uses:(\d+):\d+: error: .* undeclared/gm)];
  return new Set(lines.map((line) => names[Number(line[1]) - 1]!));
}

const prototypeOf = ({ name, result, parameters, variadic }: Signature): string => {
  const types = parameters.map((p) => (p.type === 'callback' ? 'void *' : p.type));
  return `${result} ${name}(${[...types, ...(variadic ? ['...'] : [])].join(', ') || 'void'});\n`;
};

// run.sh: compiles a harness with the project's own flags and sanitizers, runs it, and compares what they say with what is expected.
// All words come from compile jobs and are quoted; no shell interprets them.

import { resolve } from 'node:path';
import type { CompileJob } from '../../../frontend/compile-job.js';
import { shellWord } from './c-text.js';
import { type Expectation, placePattern } from './expectation.js';

export interface Build {
  /** Of the unit that the harness includes. */
  readonly job: CompileJob;
  /** Of other units whose functions run. */
  readonly others: readonly CompileJob[];
  readonly wrapped: readonly string[];
}

/** After the project's own: no optimisation, so that lines and leaks are what they are in the source. */
const OURS = ['-O0', '-g', '-w', '-fsanitize=address', '-fno-omit-frame-pointer', '-U_FORTIFY_SOURCE'];
const PATTERN = '-ftrivial-auto-var-init=pattern';

export function scriptText({ job, others, wrapped }: Build, { message, error, place }: Expectation): string {
  const plain = wrapped.map((name) => `-fno-builtin-${name}`);
  const compile = (j: CompileJob, last: readonly string[], source: string, object: string) =>
    `(cd ${shellWord(j.directory)} && ${words([compilerOf(j), ...flagsOf(j), ...OURS, ...plain])} $uninitialized ${words(last)} -c ${source} -o "$work/${object}") || cannot`;
  const machine = job.flags.filter((f) => /^-m(32|64|x32)$/.test(f));
  const linker = [
    '-no-pie',
    '-Wl,-z,muldefs',
    '-Wl,--unresolved-symbols=ignore-all',
    ...wrapped.map((s) => `-Wl,--wrap=${s}`),
  ];
  return [
    '#!/bin/sh',
    '# Compiles the harness with sanitizers and runs it.',
    '# Exit status: 0 the error appears as predicted, 1 it does not, 77 the harness cannot be compiled here.',
    'here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd) || exit 77',
    'work=$(mktemp -d) || exit 77',
    `trap 'rm -rf "$work"' EXIT`,
    'cannot() { echo "cannot be compiled here"; exit 77; }',
    `uninitialized=${PATTERN}`,
    `echo 'int x;' >"$work/try.c"`,
    `${words([compilerOf(job)])} $uninitialized -c "$work/try.c" -o "$work/try.o" 2>/dev/null || uninitialized=`,
    'rm -f "$work/try.o"',
    compile(job, [], '"$here/harness.c"', 'harness.o'),
    ...others.map((j, i) =>
      compile(j, ['-Dmain=caulk_main_of_another_unit'], shellWord(resolve(j.directory, j.file)), `unit${i + 1}.o`),
    ),
    `${words([compilerOf(job), ...machine, '-O0', '-g', '-w', '-fsanitize=address', '-fno-builtin'])} -c "$here/world.c" -o "$work/world.o" || cannot`,
    `${words([compilerOf(job), ...machine, '-fsanitize=address', ...linker])} "$work"/*.o -o "$work/program" -lm -lpthread || cannot`,
    'mkdir "$work/empty" && cd "$work/empty" || exit 77',
    'ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:handle_abort=1:symbolize=1:fast_unwind_on_malloc=0 \\',
    '  "$work/program" >"$work/output" 2>&1 </dev/null',
    'cat "$work/output"',
    `expected=${shellWord(message)}`,
    `if grep -qE ${shellWord(error)} "$work/output" && grep -qE ${shellWord(placePattern(place))} "$work/output"; then`,
    '  echo "reproduced: $expected, as predicted"',
    '  exit 0',
    'fi',
    'echo "not reproduced: expected $expected"',
    'exit 1',
    '',
  ].join('\n');
}

const words = (all: readonly string[]): string => all.map(shellWord).join(' ');

const compilerOf = ({ compiler }: CompileJob): string => (compiler.kind === 'program' ? compiler.path : 'cc');

const flagsOf = ({ flags }: CompileJob): string[] => flags.filter((flag) => !/^-f(no-)?sanitize/.test(flag));

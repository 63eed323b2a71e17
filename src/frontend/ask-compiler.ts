// Asks a compiler for its predefined macros, once for each set of flags that can change them.
// Between compile-job.ts and machine.ts: a target is what the compiler says, never a guess.

import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { type Compiler, isCCompiler } from './compiler.js';
import { type Machine, machineByName, machineOf, readMacros } from './machine.js';

/** Answers by compiler and flags: a project has a thousand commands and few sets of flags. */
const answers = new Map<string, Machine>();

const TIMEOUT_MS = 20_000;

/** `flags` are those that pass to the preprocessor. */
export function targetMachine(compiler: Compiler, flags: readonly string[]): Machine {
  const telling = flags.filter(changesMachine);
  const key = JSON.stringify([compiler, telling]);
  let machine = answers.get(key);
  if (!machine) {
    machine = ask(compiler, telling);
    answers.set(key, machine);
  }
  return machine;
}

/** Macros of the program, and where its headers are, say nothing about the machine. */
const changesMachine = (flag: string): boolean => /^(?:-[mf]|--?std=|-ansi$|--target=|-arch=|-O)/.test(flag);

function ask(compiler: Compiler, flags: readonly string[]): Machine {
  if (compiler.kind === 'program') {
    const words = [...flags, '-E', '-dM', '-x', 'c', '-'];
    const env = { ...process.env, LC_ALL: 'C' };
    const run = spawnSync(compiler.path, words, { input: '', encoding: 'utf8', timeout: TIMEOUT_MS, env });
    const machine = run.status === 0 ? machineOf(readMacros(run.stdout), flags) : null;
    if (machine) return machine;
  }
  return machineByName(compiler.kind === 'program' && isCCompiler(compiler.path) ? basename(compiler.path) : '', flags);
}

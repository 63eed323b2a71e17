// Helpers of the interpreter's tests: from C text or a file to the errors of a run.

import { runInterpreted } from '../../bench/compiled.js';
import type { RunOptions } from '../../src/interp/options.js';
import { type RunResult, runProgram } from '../../src/interp/run.js';
import { readUnit } from '../../src/ir/unit.js';
import { LP64, type Target } from '../../src/types/types.js';

const PRELUDE = `
typedef unsigned long size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
int printf(const char *, ...); void *memcpy(void *, const void *, size_t); size_t strlen(const char *);
char *strcpy(char *, const char *); void exit(int); void abort(void); int __VERIFIER_nondet_int(void);
#line 1 "test.c"
`.replace('#line 1 "test.c"', '# 1 "test.c"');

/** Runs text without headers. */
export function runText(text: string, options: RunOptions = {}, target: Target = LP64): RunResult {
  const prelude = PRELUDE.replace('unsigned long size_t', `${target.size} size_t`);
  const unit = readUnit('test.c', new TextEncoder().encode(prelude + text), target);
  if (unit.diagnostics.length > 0) throw new Error(unit.diagnostics[0]!.message);
  return runProgram([unit], { leaks: 'locate', ...options });
}

export async function runFile(
  file: string,
  options: RunOptions = {},
  flags: readonly string[] = [],
): Promise<RunResult> {
  const result = await runInterpreted(file, flags, { leaks: 'locate', ...options });
  if (typeof result === 'string') throw new Error(`${file}: ${result}`);
  return result;
}

export const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** `kind at line`, or how the run ended otherwise. */
export function endingOf(result: RunResult): string {
  const { outcome } = result;
  if (outcome.kind === 'exit') return `exit ${outcome.status}`;
  if (outcome.kind === 'obstacle') return outcome.obstacle;
  return `${outcome.incident.kind} at ${outcome.incident.calls[0]?.location.line}`;
}

/** The lines at which memory was lost, in order of allocation. */
export function lossesOf(result: RunResult): (number | undefined)[] {
  return result.lost.map((b) => b.lost?.[0]?.location.line);
}

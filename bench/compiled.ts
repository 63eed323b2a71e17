// Runs a C program twice: compiled by gcc, and in the interpreter.
// Shared by the benches that compare the two.

import { spawnSync } from 'node:child_process';
import { describeError } from '../src/base/crash.js';
import { singleFileJob } from '../src/frontend/compile-job.js';
import { preprocess } from '../src/frontend/preprocess.js';
import type { RunOptions } from '../src/interp/options.js';
import { type RunResult, runProgram } from '../src/interp/run.js';
import { readUnit } from '../src/ir/unit.js';

/** The behaviour of the compiled program. The output is null if it could not be compiled or ran too long. */
export interface Native {
  readonly problem: 'gcc rejects it' | 'too slow' | null;
  readonly output: string;
  readonly status: number;
}

export function runCompiled(file: string, binary: string, flags: readonly string[], seconds: number): Native {
  const compiled = spawnSync('gcc', ['-w', ...flags, file, '-o', binary, '-lm'], { encoding: 'utf8' });
  if (compiled.status !== 0) return { problem: 'gcc rejects it', output: '', status: -1 };
  const ran = spawnSync(binary, [], { encoding: 'latin1', timeout: seconds * 1000, maxBuffer: 2 ** 26 });
  if (ran.error || ran.status === null) return { problem: 'too slow', output: '', status: -1 };
  return { problem: null, output: ran.stdout, status: ran.status };
}

/** Runs it in the interpreter. A string says why the file could not be read. */
export async function runInterpreted(
  file: string,
  flags: readonly string[],
  options: RunOptions,
): Promise<RunResult | string> {
  const job = singleFileJob(file, process.cwd(), flags);
  const text = await preprocess(job);
  if ('failure' in text) return text.failure.message;
  try {
    const unit = readUnit(file, text.bytes, job.target);
    const error = unit.diagnostics.find((d) => d.severity === 'error');
    return error ? error.message : runProgram([unit], options);
  } catch (error) {
    return `internal error: ${describeError(error)}`;
  }
}

/** How a run differs from that of the compiled program. */
export function explainOutcome(result: RunResult): string {
  const { outcome } = result;
  if (outcome.kind === 'exit') return `exit status ${outcome.status}`;
  const calls = outcome.kind === 'incident' ? outcome.incident.calls : outcome.calls;
  const at = calls[0] ? ` at line ${calls[0].location.line}` : '';
  return outcome.kind === 'incident'
    ? `${outcome.incident.kind}: ${outcome.incident.message}${at}`
    : outcome.message + at;
}

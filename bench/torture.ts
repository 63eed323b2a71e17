// `caulk bench torture`: gcc's own execution tests, run by the interpreter; each should end with exit status 0.
// torture-fetch.ts downloads the tests with a source package.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Console } from '../src/cli/console.js';
import type { BenchOptions } from './bench.js';
import { explainOutcome, runCompiled, runInterpreted } from './compiled.js';
import { type BenchResult, describeMachine } from './result.js';
import { fetchTorture, TortureError } from './torture-fetch.js';

const AIM = 95;
const STEPS = 400_000_000;

/** Features that the interpreter does not support, recognised by the text of the report. */
const UNSUPPORTED: readonly [RegExp, string][] = [
  [/inline assembly|asm goto/, 'inline assembly'],
  [/setjmp|longjmp/, 'setjmp and longjmp'],
  [/nested function/i, 'nested functions'],
  [/__builtin_(apply|return|longjmp|setjmp)/, 'non-local control flow of gcc'],
];

interface Verdict {
  readonly test: string;
  readonly group: 'passed' | 'failed' | 'unsupported' | 'left out';
  readonly why: string;
}

export async function benchTorture(_options: BenchOptions, console: Console): Promise<BenchResult> {
  const empty = { bench: 'torture', date: new Date().toISOString().slice(0, 10), machine: describeMachine(), aims: [] };
  const scratch = mkdtempSync(join(tmpdir(), 'caulk-torture-'));
  try {
    const folder = fetchTorture((what) => console.err(`torture: ${what}\n`));
    const verdicts: Verdict[] = [];
    for (const file of listTests(folder)) verdicts.push(await judge(file, scratch));
    return { ...empty, ...summarize(verdicts) };
  } catch (error) {
    if (!(error instanceof TortureError)) throw error;
    console.err(`torture: ${error.message}\n`);
    return { ...empty, rows: [] };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function listTests(folder: string): string[] {
  return ['', 'ieee'].flatMap((sub) => {
    const directory = join(folder, sub);
    const names = readdirSync(directory).filter((name) => name.endsWith('.c'));
    return names.sort().map((name) => join(directory, name));
  });
}

async function judge(file: string, scratch: string): Promise<Verdict> {
  const test = basename(file, '.c');
  const flags = readFlags(file);
  const result = await runInterpreted(file, flags, { leaks: 'off', steps: STEPS });
  const passed = typeof result !== 'string' && result.outcome.kind === 'exit' && result.outcome.status === 0;
  if (passed) return { test, group: 'passed', why: '' };
  const why = typeof result === 'string' ? result : explainOutcome(result);
  const reference = runCompiled(file, join(scratch, 'program'), ['-O1', ...flags], 20);
  if (reference.problem || reference.status !== 0) {
    return { test, group: 'left out', why: 'fails with gcc here too' };
  }
  const unsupported = UNSUPPORTED.find(([words]) => words.test(why));
  return unsupported ? { test, group: 'unsupported', why: unsupported[1] } : { test, group: 'failed', why };
}

/** The options of a test that affect the language. */
function readFlags(file: string): string[] {
  const text = readFileSync(file, 'latin1');
  const options = [...text.matchAll(/dg-(?:additional-)?options\s+"([^"]*)"/g)].flatMap((m) => m[1]!.split(/\s+/));
  return options.filter((flag) => /^-(std=|D|U|f(un)?signed-char|fgnu89|fwrapv|fno-builtin|w$)/.test(flag));
}

function summarize(verdicts: readonly Verdict[]): Pick<BenchResult, 'rows' | 'aims'> {
  const of = (group: Verdict['group']) => verdicts.filter((v) => v.group === group);
  const judged = of('passed').length + of('failed').length;
  const share = (100 * of('passed').length) / Math.max(1, judged);
  const rows = [
    { test: `${of('passed').length} tests`, group: 'passed', why: '' },
    ...[...of('failed'), ...of('unsupported'), ...of('left out')].map((v) => ({ ...v, why: v.why.slice(0, 100) })),
  ];
  const aim = {
    aim: 'passed tests, of those that use supported features only',
    target: `≥ ${AIM} %`,
    measured: `${share.toFixed(1)} % (${of('passed').length} of ${judged}; ${of('unsupported').length} unsupported)`,
    met: share >= AIM,
  };
  return { rows, aims: [aim] };
}

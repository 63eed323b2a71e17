// `caulk bench preprocess`: our own preprocessor on every unit of real projects, next to `gcc -E` and `clang -E`.
// Texts and tokens are compared; processor time is that of this process against that of all compiler processes.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SourceText } from '../src/base/source.js';
import type { Console } from '../src/cli/console.js';
import { Progress } from '../src/cli/progress.js';
import { readCompileCommands } from '../src/frontend/compile-commands.js';
import { type CompileJob, jobFor } from '../src/frontend/compile-job.js';
import { findNamedCompiler } from '../src/frontend/compiler.js';
import { lex } from '../src/frontend/lexer.js';
import { NameTable } from '../src/frontend/names.js';
import { Preprocessor } from '../src/frontend/preprocessor/preprocess-unit.js';
import type { BenchOptions } from './bench.js';
import { CorpusError, prepareProject } from './corpus-fetch.js';
import { CORPUS, type CorpusProject } from './corpus-projects.js';
import { type Aim, type BenchResult, describeMachine, millisecondsSince } from './result.js';

const USUAL: readonly string[] = ['gzip', 'tar', 'openssh', 'sqlite3', 'curl'];
const SHOWN_DIFFERENCES = 5;
const MOST_TEXT = 2 ** 29;

type Row = Awaited<ReturnType<typeof measure>>;

export async function benchPreprocess(options: BenchOptions, console: Console): Promise<BenchResult> {
  const names = options.project ?? USUAL;
  const rows: Row[] = [];
  for (const project of CORPUS.filter(({ name }) => names.includes(name))) {
    const progress = new Progress(project.name, console);
    try {
      rows.push(await measure(project, progress, console));
    } catch (error) {
      if (!(error instanceof CorpusError)) throw error;
      console.err(`${project.name}: ${error.message}\n`);
    }
    progress.end();
  }
  const date = new Date().toISOString().slice(0, 10);
  return { bench: 'preprocess', date, machine: describeMachine(), rows, aims: aimsOf(rows) };
}

/** What one compiler and our own preprocessor made of the units. */
interface Tally {
  units: number;
  tokens: number;
  bytes: number;
  /** Left to the compiler by our own. */
  refused: number;
  /** Not accepted by the compiler either. */
  rejected: number;
  otherTokens: number;
  otherBytes: number;
  ownSeconds: number;
  compilerSeconds: number;
}

async function measure(project: CorpusProject, progress: Progress, console: Console) {
  const database = prepareProject(project, (what) => progress.say(what));
  const { jobs } = readCompileCommands(database);
  const gcc = compareAll(jobs, progress, 'gcc', console);
  const compiler = findNamedCompiler('clang', '/');
  const clangs = compiler ? jobs.map((job) => jobFor({ ...job, compiler })) : [];
  const clang = compareAll(clangs, progress, 'clang', console);
  return {
    project: project.name,
    units: gcc.units,
    'tokens M': round(gcc.tokens / 1e6),
    MB: round(gcc.bytes / 1e6),
    'left to gcc': gcc.refused,
    'other text than gcc': gcc.otherBytes,
    'other tokens than gcc': gcc.otherTokens,
    'left to clang': clang.refused,
    'rejected by clang': clang.rejected,
    'other tokens than clang': compiler ? clang.otherTokens : null,
    'own cpu s': round(gcc.ownSeconds),
    'gcc -E cpu s': round(gcc.compilerSeconds),
    '% of gcc': round((100 * gcc.ownSeconds) / gcc.compilerSeconds),
    'clang -E cpu s': round(clang.compilerSeconds),
  };
}

function compareAll(jobs: readonly CompileJob[], progress: Progress, name: string, console: Console): Tally {
  const own = new Preprocessor();
  const tally: Tally = {
    ...{ units: jobs.length, tokens: 0, bytes: 0, refused: 0, rejected: 0, otherTokens: 0, otherBytes: 0 },
    ...{ ownSeconds: 0, compilerSeconds: 0 },
  };
  let shown = 0;
  for (const [i, job] of jobs.entries()) {
    const difference = compare(job, own, tally);
    if (difference !== null && shown++ < SHOWN_DIFFERENCES) console.err(`  ${name}: ${job.file}: ${difference}\n`);
    progress.step(i + 1, jobs.length, `units like ${name}`);
  }
  return tally;
}

/** Why the results differ, or our own gives none; null if they are the same. */
function compare(job: CompileJob, own: Preprocessor, tally: Tally): string | null {
  const start = process.cpuUsage();
  const asked = childSeconds();
  const result = own.run(job);
  const before = childSeconds();
  tally.ownSeconds += millisecondsSince(start) / 1000 + before - asked;
  const expected = runCompiler(job);
  tally.compilerSeconds += childSeconds() - before;
  if (expected === null) {
    tally.rejected++;
    return null;
  }
  if (typeof result === 'string' || !('spelled' in result)) {
    tally.refused++;
    return typeof result === 'string' ? result : `${result.file}:${result.line}: ${result.message}`;
  }
  const { bytes, count } = result.spelled;
  tally.bytes += bytes.length;
  tally.tokens += count - 1;
  if (Buffer.compare(bytes, expected) === 0) return null;
  tally.otherBytes++;
  const difference = firstDifference(tokensIn(job.file, bytes), tokensIn(job.file, expected));
  if (difference !== null) tally.otherTokens++;
  return difference;
}

function runCompiler({ compiler, flags, file, directory }: CompileJob): Uint8Array | null {
  if (compiler.kind !== 'program') return null;
  const words = [...flags, '-E', '-w', file];
  const run = spawnSync(compiler.path, words, {
    cwd: directory,
    maxBuffer: MOST_TEXT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return run.status === 0 ? run.stdout : null;
}

/** User and system time of the processes that have been waited for, in hundredths of a second in the file. */
function childSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

interface Text {
  readonly source: SourceText;
  readonly tokens: ReturnType<typeof lex>;
}

function tokensIn(name: string, bytes: Uint8Array): Text {
  const source = new SourceText(name, bytes);
  return { source, tokens: lex(source, new NameTable()) };
}

/** The first token that is spelled in another way. */
function firstDifference(own: Text, other: Text): string | null {
  const count = Math.max(own.tokens.count, other.tokens.count);
  for (let i = 0; i < count; i++) {
    const [a, b] = [spellingOf(own, i), spellingOf(other, i)];
    if (a === b) continue;
    const { file, line } = own.source.locate(own.tokens.starts[Math.min(i, own.tokens.count - 1)]!);
    return `${file}:${line}: \`${a}\` instead of \`${b}\``;
  }
  return null;
}

function spellingOf({ source, tokens }: Text, i: number): string {
  return i < tokens.count ? source.text({ at: tokens.starts[i]!, end: tokens.ends[i]! }) : '';
}

function aimsOf(rows: readonly Row[]): Aim[] {
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const none = (aim: string, count: number): Aim => ({ aim, target: '0', measured: `${count}`, met: count === 0 });
  const [own, gcc] = [sum((row) => row['own cpu s']), sum((row) => row['gcc -E cpu s'])];
  return [
    none(
      'units with other tokens than gcc',
      sum((row) => row['other tokens than gcc']),
    ),
    none(
      'units with other tokens than clang',
      sum((row) => row['other tokens than clang'] ?? 0),
    ),
    none(
      'units left to the compiler',
      sum((row) => row['left to gcc'] + row['left to clang']),
    ),
    {
      aim: 'less processor time than gcc -E',
      target: `< ${round(gcc)} s`,
      measured: `${round(own)} s`,
      met: own < gcc,
    },
  ];
}

const round = (n: number): number => Math.round(10 * n) / 10;

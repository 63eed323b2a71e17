// `caulk bench latency`: how long a warm language server takes from a key press to new diagnostics, and from opening a project to the first;
// and how much memory it needs. A key press is one that makes a leak, or mends it, so that it can be seen when it is known.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Console } from '../src/cli/console.js';
import { findJobs } from '../src/driver/load/find-jobs.js';
import type { BenchOptions } from './bench.js';
import { findProject } from './corpus-fetch.js';
import { LanguageClient } from './language-client.js';
import { type Aim, type BenchResult, describeMachine, median } from './result.js';

const PRESSES = 30;
const PROJECT = 'openssh';

export async function benchLatency(options: BenchOptions, console: Console): Promise<BenchResult> {
  const presses = options.count ?? PRESSES;
  const rows = [await measureFile(presses)];
  for (const name of options.project ?? [PROJECT]) {
    const database = findProject(name, (what) => console.err(`${name}: ${what}\n`));
    if (database) rows.push(await measureProject(name, database, presses, console));
    else console.err(`there is no project ${name}\n`);
  }
  const date = new Date().toISOString().slice(0, 10);
  return { bench: 'latency', date, machine: describeMachine(), rows, aims: rows.flatMap(aimsOf) };
}

type Row = ReturnType<typeof rowOf>;

function rowOf(what: string, opened: number, presses: readonly number[], memory: number) {
  const sorted = [...presses].sort((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!);
  return {
    what,
    'opened, ms': Math.round(opened),
    presses: presses.length,
    'median, ms': Math.round(median(presses)),
    '90 %, ms': at(0.9),
    'most, ms': at(1),
    'memory, MB': memory,
  };
}

function aimsOf(row: Row): Aim[] {
  const isFile = row.what === LARGE_FILE;
  const most = isFile ? 300 : 500;
  const aims: [string, number, number, string][] = [[`key press, ${row.what}`, most, row['median, ms'], 'ms']];
  if (!isFile)
    aims.push(['opening a project', 1_000, row['opened, ms'], 'ms'], ['memory', 600, row['memory, MB'], 'MB']);
  return aims.map(([aim, target, measured, unit]) => ({
    aim,
    target: `below ${target} ${unit}`,
    measured: `${measured} ${unit}`,
    met: measured < target,
  }));
}

const LARGE_FILE = 'a file of 1,000 lines';
const LEAK = '  { char *kept = malloc(3); if (kept) kept[0] = 0; }\n';

/** Fifty functions of twenty lines that make and drop lists. */
function largeText(): string {
  const body = (i: number) => `
struct node${i} { struct node${i} *next; int key; };
int sum${i}(int n) {
  struct node${i} *list = NULL;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    struct node${i} *one = malloc(sizeof *one);
    if (one == NULL)
      break;
    one->key = i;
    one->next = list;
    list = one;
  }
  while (list != NULL) {
    struct node${i} *next = list->next;
    sum += list->key;
    free(list);
    list = next;
  }
  return sum;
}
`;
  return `#include <stdlib.h>\n${Array.from({ length: 48 }, (_, i) => body(i)).join('')}`;
}

async function measureFile(presses: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'caulk-latency-'));
  const path = join(folder, 'large.c');
  const text = largeText();
  writeFileSync(path, text);
  try {
    return await measure(
      LARGE_FILE,
      { path, text, changed: text.replace('  int sum = 0;\n', `  int sum = 0;\n${LEAK}`) },
      presses,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first check fills the cache; the second server finds it warm. In the file with most lines. */
async function measureProject(name: string, database: string, presses: number, console: Console): Promise<Row> {
  const { jobs } = findJobs({ paths: [], flags: [], compileCommands: database });
  const files = jobs
    .map((job) => resolve(job.directory, job.file))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const [{ path, text }] = files.sort((a, b) => b.text.length - a.text.length) as [(typeof files)[number]];
  const edit = { path, text: text + ownFunction(''), changed: text + ownFunction(LEAK) };
  console.err(`${name}: ${path}; the first check\n`);
  await measure(name, edit, 1);
  return measure(name, edit, presses);
}

/** At the end of a file that may know nothing of the library. */
const ownFunction = (body: string): string =>
  `\nextern void *malloc(__SIZE_TYPE__);\nint caulk_latency(int n) {\n${body}  return n;\n}\n`;

interface Edited {
  readonly path: string;
  readonly text: string;
  /** With a leak. */
  readonly changed: string;
}

async function measure(what: string, { path, text, changed }: Edited, presses: number): Promise<Row> {
  const main = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
  const client = new LanguageClient(process.execPath, '--heap-growing-percent=100', main);
  await client.start();
  const start = performance.now();
  const uri = await client.open(path, changed);
  await client.until(uri, isThere);
  const opened = performance.now() - start;
  const times: number[] = [];
  for (let i = 0; i < presses; i++) {
    const begin = performance.now();
    await client.change(uri, i % 2 === 0 ? text : changed);
    await client.until(uri, i % 2 === 0 ? isGone : isThere);
    times.push(performance.now() - begin);
  }
  const row = rowOf(what, opened, times, memoryOf(client));
  await client.stop();
  return row;
}

type Shown = Parameters<Parameters<LanguageClient['until']>[1]>[0];

const isThere = (all: Shown): boolean =>
  all.some(({ code, message }) => code === 'leak' && String(message).includes('`kept`'));
const isGone = (all: Shown): boolean => !isThere(all);

/** Resident, as Linux tells it; 0 elsewhere. */
function memoryOf({ process: { pid } }: LanguageClient): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);
  } catch {
    return 0;
  }
}

// `caulk bench agree`: every proving engine on every example and test program; who proves, who accuses, who is wrong.
// Proofs are held against runs of the interpreter and against what the programs say about themselves in comments.

import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/base/package-root.js';
import type { Console } from '../src/cli/console.js';
import { Progress } from '../src/cli/progress.js';
import { PROVERS } from '../src/driver/prove/portfolio.js';
import type { Property } from '../src/engines/engine.js';
import { PROPERTIES } from '../src/engines/shared/ledger.js';
import { isViolated, type Mark, type Row, rowOf, verdictOf } from './agree-matrix.js';
import { drawMatrix } from './agree-picture.js';
import type { BenchOptions } from './bench.js';
import { hear } from './hearing.js';
import { type Aim, type BenchResult, describeMachine } from './result.js';

/** Steps and milliseconds of processor time per engine and program. */
const BUDGET = 4_000;
const LIMIT = 1_500;

const root = fileURLToPath(packageFile('.'));

export async function benchAgree(options: BenchOptions, console: Console): Promise<BenchResult> {
  const files = programs().slice(0, options.count);
  const witnesses = ['runs', ...PROVERS] as const;
  const subpoenas = files.flatMap((file) => witnesses.map((witness) => ({ file, witness, budget: BUDGET })));
  const progress = new Progress('agree', console);
  const heard = await hear(subpoenas, LIMIT, (done, all) => progress.step(done, all));
  progress.end();
  const rows = files.flatMap((file, i) =>
    rowOf(file, relative(root, file), heard.slice(i * witnesses.length, (i + 1) * witnesses.length)),
  );
  if (options.output !== undefined) writeFileSync(options.output, drawMatrix(rows, PROVERS));
  return {
    bench: 'agree',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rows: rows.map(showRow),
    aims: aimsOf(rows),
  };
}

/** Programs of one file; those of several are for `check`. */
export function programs(): string[] {
  return ['examples', 'test/programs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.c') && !name.includes('projects/'))
      .sort()
      .map((name) => join(root, folder, name)),
  );
}

const SIGNS: Readonly<Record<Mark, string>> = { proved: '+', wrong: '!', accused: 'x', open: '.', late: 't' };

/** Four signs per engine, one per property: + proved, ! wrongly so, x accused, . open, t late. */
function showRow(row: Row) {
  const signs = (marks: ReadonlyMap<Property, Mark>) => PROPERTIES.map((p) => SIGNS[marks.get(p)!]).join('');
  return {
    program: row.program,
    runs: PROPERTIES.map((p) => (row.seen.has(p) ? 'x' : '.')).join(''),
    ...Object.fromEntries([...row.marks].map(([engine, marks]) => [engine, signs(marks)])),
    expected: isViolated(row) ? 'false' : 'true',
    together: verdictOf(row),
  };
}

function aimsOf(rows: readonly Row[]): Aim[] {
  const none = (aim: string, bad: readonly string[]): Aim => ({
    aim,
    target: 'none',
    measured: bad.join(', ') || 'none',
    met: bad.length === 0,
  });
  const wrong = rows.flatMap((row) =>
    [...row.marks].flatMap(([engine, marks]) =>
      PROPERTIES.filter((p) => marks.get(p) === 'wrong').map((p) => `${engine} ${p} ${row.program}`),
    ),
  );
  const unmarked = rows.filter((row) => verdictOf(row) === 'false' && !row.marked).map((row) => row.program);
  const undecided = rows.filter((row) => verdictOf(row) === 'unknown').length;
  return [
    none('wrong proofs', wrong),
    none('programs refuted by a run where nothing is marked', unmarked),
    {
      aim: 'programs that nobody decides',
      target: `≤ ${Math.floor(rows.length / 10)} of ${rows.length}`,
      measured: String(undecided),
      met: undecided * 10 <= rows.length,
    },
  ];
}

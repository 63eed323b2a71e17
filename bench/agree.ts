// `caulk bench agree`: every prover on every example and test program; compares their proofs, findings and errors.
// A proof is wrong if a run of the interpreter or an annotation of the program contradicts it.

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
import { type Aim, type BenchResult, describeMachine } from './result.js';
import { runTasks } from './task-pool.js';

/** Steps and milliseconds of processor time per engine and program. */
const BUDGET = 4_000;
const LIMIT = 1_500;

const root = fileURLToPath(packageFile('.'));

export async function benchAgree(options: BenchOptions, console: Console): Promise<BenchResult> {
  const files = programs().slice(0, options.count);
  const analyzers = ['runs', ...PROVERS] as const;
  const tasks = files.flatMap((file) => analyzers.map((analyzer) => ({ file, analyzer, budget: BUDGET })));
  const progress = new Progress('agree', console);
  const results = await runTasks(tasks, LIMIT, (done, all) => progress.step(done, all));
  progress.end();
  const rows = files.flatMap((file, i) =>
    rowOf(file, relative(root, file), results.slice(i * analyzers.length, (i + 1) * analyzers.length)),
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

/** Programs of one file; programs of several files are for `check`. */
export function programs(): string[] {
  return ['examples', 'test/programs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.c') && !name.includes('projects/'))
      .sort()
      .map((name) => join(root, folder, name)),
  );
}

const SIGNS: Readonly<Record<Mark, string>> = { proved: '+', wrong: '!', reported: 'x', open: '.', timeout: 't' };

/** Four signs per engine, one per property: + proved, ! wrongly proved, x reported, . open, t timeout. */
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

/** Programs that were made to be proved wrongly: most are beyond engines and runs. */
const WRONG = 'no-wrong-proof';

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
  const usual = rows.filter(({ program }) => !program.includes(WRONG));
  const undecided = usual.filter((row) => verdictOf(row) === 'unknown').length;
  return [
    none('wrong proofs', wrong),
    none('programs refuted by a run, without annotation', unmarked),
    {
      aim: `programs that no engine or run decides (without ${WRONG})`,
      target: `≤ ${Math.floor(usual.length / 10)} of ${usual.length}`,
      measured: String(undecided),
      met: undecided * 10 <= usual.length,
    },
  ];
}

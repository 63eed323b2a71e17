// `caulk bench bdd`: the speed of the BDD kernel on the queens problem: one function for all solutions of n queens.
// Guards the hot paths of src/logic/bdd; called by bench.ts.

import { Bdd, FALSE, negate, type Ref, TRUE } from '../src/logic/bdd/bdd.js';
import { countModels } from '../src/logic/bdd/models.js';
import { type BenchResult, describeMachine } from './result.js';

const SOLUTIONS: Readonly<Record<number, number>> = { 6: 4, 7: 40, 8: 92 };
const NODES_PER_SECOND = 1_000_000;

export async function benchBdd(): Promise<BenchResult> {
  const measured = Object.keys(SOLUTIONS).map((size) => fastest(Number(size)));
  const last = measured.at(-1)!;
  const wrong = measured.filter((m) => m.solutions !== SOLUTIONS[m.queens]).length;
  return {
    bench: 'bdd',
    date: new Date().toISOString(),
    machine: describeMachine(),
    rows: measured,
    aims: [
      { aim: 'wrong numbers of solutions', target: '0', measured: String(wrong), met: wrong === 0 },
      {
        aim: 'nodes created per second, 8 queens',
        target: `> ${NODES_PER_SECOND}`,
        measured: String(last['nodes per second']),
        met: last['nodes per second'] > NODES_PER_SECOND,
      },
    ],
  };
}

/** The best of several runs, so that JIT compilation does not count. */
function fastest(queens: number) {
  const runs = Array.from({ length: 8 }, () => measure(queens));
  return runs.reduce((best, run) => (run.ms < best.ms ? run : best));
}

function measure(queens: number) {
  const start = performance.now();
  const bdd = new Bdd();
  const board = Array.from({ length: queens }, () => Array.from({ length: queens }, () => bdd.addVariable()));
  const solutions = countModels(bdd, place(bdd, board));
  const ms = performance.now() - start;
  const perSecond = Math.round((bdd.size / ms) * 1000);
  return { queens, solutions, nodes: bdd.size, ms: Math.round(ms), 'nodes per second': perSecond };
}

/** One queen in each row, none attacking another. */
function place(bdd: Bdd, board: readonly (readonly number[])[]): Ref {
  let all = TRUE;
  for (const [row, fields] of board.entries()) {
    all = bdd.and(
      all,
      fields.reduce((any, v) => bdd.or(any, bdd.literal(v)), FALSE),
    );
    for (const column of fields.keys()) all = bdd.and(all, alone(bdd, board, row, column));
  }
  return all;
}

function alone(bdd: Bdd, board: readonly (readonly number[])[], row: number, column: number): Ref {
  const attacked = board.flatMap((fields, r) =>
    fields.filter((_, c) => {
      const same = r === row && c === column;
      return !same && (r === row || c === column || Math.abs(r - row) === Math.abs(c - column));
    }),
  );
  return bdd.or(negate(bdd.literal(board[row]![column]!)), bdd.noneOf(attacked));
}

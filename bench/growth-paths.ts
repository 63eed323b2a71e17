// `caulk bench growth paths`: graphs and time by length of a straight-line program and number of variables.
// Generates the programs; every row ends with a bar of its graphs.

import { analyse, type PathsResult } from '../src/engines/paths/engine.js';
import type { FunctionSymbol } from '../src/ir/program.js';
import { readUnit } from '../src/ir/unit.js';
import { linkWithModels } from '../src/models/load.js';
import { LP64 } from '../src/types/types.js';
import { type Aim, type BenchResult, describeMachine } from './result.js';

const STATEMENTS = [8, 16, 32, 64, 128];
const LISTS = [1, 2, 3, 4, 6, 8];
const POINTERS = [0, 1, 2, 3];
/** The largest acceptable factor in graphs for each further statement, and for each further list. */
const MOST_PER_STATEMENT = 1.02;
const MOST_PER_LIST = 1.5;
const RUNS = 3;

export async function benchGrowthPaths(): Promise<BenchResult> {
  const rows = [
    ...STATEMENTS.map((n) => measure('statements', n, straightLine(n))),
    ...LISTS.map((n) => measure('lists', n, lists(n))),
    ...POINTERS.map((n) => measure('pointers into one list', n, pointers(n))),
  ];
  const most = Math.max(...rows.map((r) => r.graphs));
  const unproved = rows.filter((r) => r.open > 0).length;
  return {
    bench: 'growth paths',
    date: new Date().toISOString(),
    machine: describeMachine(),
    rows: rows.map((r) => ({ ...r, plot: '#'.repeat(Math.ceil((60 * r.graphs) / most)) })),
    aims: [
      { aim: 'rows not proved', target: '0', measured: String(unproved), met: unproved === 0 },
      factor(rows, 'statements', 64, 128, MOST_PER_STATEMENT),
      factor(rows, 'lists', 4, 8, MOST_PER_LIST),
    ],
  };
}

type Row = ReturnType<typeof measure>;

/** The mean factor for one more, between two rows. */
function factor(rows: readonly Row[], what: string, from: number, to: number, most: number): Aim {
  const at = (n: number) => rows.find((r) => r.what === what && r.n === n)!.graphs;
  const mean = (at(to) / at(from)) ** (1 / (to - from));
  const aim = `graphs for each further one of ${from} to ${to} ${what}: times`;
  return { aim, target: `< ${most}`, measured: mean.toFixed(3), met: mean < most };
}

function measure(what: string, n: number, text: string) {
  const unit = readUnit(`${what}-${n}.c`, new TextEncoder().encode(text), LP64);
  const program = linkWithModels([unit], LP64);
  const main = program.functionNamed('main')!;
  const options = { mallocMayFail: false, leakAtExit: false, budget: 20_000 };
  const run = () => analyse({ program, entry: main, options });
  let result = run();
  let ms = Infinity;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    result = run();
    ms = Math.min(ms, performance.now() - start);
  }
  const open = result.obligations.filter((o) => o.status !== 'proved').length;
  return { what, n, graphs: graphsIn(result, main), ms: Math.round(ms), open };
}

/** The sum, over all program points, of the graphs held there, including the parts set aside at loops. */
function graphsIn(result: PathsResult, f: FunctionSymbol): number {
  let count = 0;
  for (const block of f.body!.blocks) {
    for (let index = 0; index <= block.instrs.length; index++) {
      for (const { state } of result.heldAt({ function: f, block, index }))
        count += state.aside.reduce((sum, part) => sum + part.graphs.size, 1);
    }
  }
  return count;
}

const HEAD = `void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);
struct item { struct item *next; };`;

const PUSH = 't = malloc(sizeof *t); t->next = x; x = t;';
const POP = 't = x; x = x->next; free(t);';
const BUILD = (x: string) =>
  `while (__VERIFIER_nondet_int()) { struct item *t = malloc(sizeof *t); t->next = ${x}; ${x} = t; }`;
const RELEASE = (x: string) => `while (${x}) { struct item *t = ${x}; ${x} = ${x}->next; free(t); }`;
const names = (letter: string, n: number) => Array.from({ length: n }, (_, i) => `${letter}${i}`);

/** A list that is built and freed by about n statements, without a loop. */
function straightLine(n: number): string {
  const elements = Math.floor(n / 6);
  const body = `${PUSH.repeat(elements)}\n${POP.repeat(elements)}`;
  return `${HEAD}\nint main(void) { struct item *x = 0, *t; ${body} return 0; }\n`;
}

/** n lists, built one after the other, then freed. */
function lists(n: number): string {
  const all = names('x', n);
  const declare = all.map((x) => `struct item *${x} = 0;`).join(' ');
  return `${HEAD}\nint main(void) { ${declare} ${all.map(BUILD).join('\n')} ${all.map(RELEASE).join('\n')} return 0; }\n`;
}

/** One list with n more pointers into it, all read before it is freed. */
function pointers(n: number): string {
  const all = names('y', n);
  const declare = all.map((y) => `struct item *${y} = x;`).join(' ');
  const walk = all.map((y) => `while (${y} && __VERIFIER_nondet_int()) ${y} = ${y}->next;`).join('\n');
  const look = all.map((y) => `if (${y}) sum += ${y}->next != 0;`).join(' ');
  return `${HEAD}\nint main(void) { int sum = 0; struct item *x = 0; ${BUILD('x')} ${declare} ${walk} ${look} ${RELEASE('x')} return 0; }\n`;
}

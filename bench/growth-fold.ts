// `caulk bench growth`: growth of the states of `fold` with the number of summary nodes and of pointers into one.
// Generates the programs. A row has the BDD nodes of the largest state and of all states, the processor time, and a bar
// with one sign for each doubling of the BDD nodes created.

import { analyse } from '../src/engines/fold/engine.js';
import { ALL_INSTRUMENTATION } from '../src/engines/fold/kernel.js';
import { readUnit } from '../src/ir/unit.js';
import { nodeCount } from '../src/logic/bdd/models.js';
import { linkWithModels } from '../src/models/load.js';
import { LP64 } from '../src/types/types.js';
import { type Aim, type BenchResult, describeMachine, millisecondsSince } from './result.js';

const LISTS = [1, 2, 3, 4, 5];
const POINTERS = [0, 1, 2, 3];
/** The largest acceptable factor for each further list, and for each further pointer. */
const MOST_PER_LIST = 2.5;
const MOST_PER_POINTER = 8;

export async function benchGrowth(): Promise<BenchResult> {
  const lists = LISTS.map((n) => measure('lists', n, listsProgram(n)));
  const pointers = POINTERS.map((n) => measure('pointers', n, pointersProgram(n)));
  const rows = [...lists, ...pointers];
  return {
    bench: 'growth',
    date: new Date().toISOString(),
    machine: describeMachine(),
    rows,
    aims: [
      { aim: 'rows not proved', target: '0', ...count(rows.filter((r) => r.open > 0).length) },
      factor('BDD nodes for each further list', lists, MOST_PER_LIST),
      factor('BDD nodes for each further pointer into a list', pointers, MOST_PER_POINTER),
    ],
  };
}

const count = (n: number) => ({ measured: String(n), met: n === 0 });

type Row = ReturnType<typeof measure>;

/** The mean factor from one row to the next. */
function factor(aim: string, rows: readonly Row[], most: number): Aim {
  const mean = (rows.at(-1)!.nodes / rows[0]!.nodes) ** (1 / (rows.length - 1));
  return { aim, target: `< ${most}`, measured: mean.toFixed(1), met: mean < most };
}

function measure(what: 'lists' | 'pointers', n: number, text: string) {
  const unit = readUnit(`${what}-${n}.c`, new TextEncoder().encode(text), LP64);
  const program = linkWithModels([unit], LP64);
  const options = { mallocMayFail: false, leakAtExit: false, budget: 200_000 };
  const start = process.cpuUsage();
  const { result, run } = analyse({ program, entry: program.functionNamed('main')!, options }, ALL_INSTRUMENTATION);
  const ms = Math.round(millisecondsSince(start));
  const open = result.obligations.filter((o) => o.status !== 'proved' && o.property !== 'valid-memcleanup').length;
  const { nodesMade: nodes } = run.k.bdd;
  const states = [...run.pictures.values()].flatMap((album) => album.flatMap(({ blocks }) => blocks.flat()));
  const largest = Math.max(...states.map((s) => nodeCount(run.k.bdd, s.b)));
  return { what, n, flags: run.k.flagCount, 'largest state': largest, nodes, ms, open, plot: bar(nodes) };
}

const bar = (nodes: number): string => '#'.repeat(Math.round(Math.log2(nodes)));

const HEAD = `void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);
struct item { struct item *next; };`;

const BUILD = (x: string) =>
  `while (__VERIFIER_nondet_int()) { struct item *t = malloc(sizeof *t); t->next = ${x}; ${x} = t; }`;
const FREE = (x: string) => `while (${x}) { struct item *t = ${x}; ${x} = ${x}->next; free(t); }`;

/** n lists, built one after the other, then freed. */
function listsProgram(n: number): string {
  const names = Array.from({ length: n }, (_, i) => `x${i}`);
  const declare = names.map((x) => `struct item *${x} = 0;`).join(' ');
  return `${HEAD}\nint main(void) { ${declare} ${names.map(BUILD).join('\n')} ${names.map(FREE).join('\n')} return 0; }\n`;
}

/** One list with n more pointers somewhere into it, all read before it is freed. */
function pointersProgram(n: number): string {
  const names = Array.from({ length: n }, (_, i) => `y${i}`);
  const declare = names.map((y) => `struct item *${y} = x;`).join(' ');
  const walk = names.map((y) => `while (${y} && __VERIFIER_nondet_int()) ${y} = ${y}->next;`).join('\n');
  const look = names.map((y) => `if (${y}) sum += ${y}->next != 0;`).join(' ');
  return `${HEAD}\nint main(void) { int sum = 0; struct item *x = 0; ${BUILD('x')} ${declare} ${walk} ${look} ${FREE('x')} return 0; }\n`;
}

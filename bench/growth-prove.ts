// `caulk bench growth prove`: processor time of `prove` by number of structures, of pointers into one list, of levels of nesting, and of
// functions. Generates the programs; every row ends with a bar of its time.

import { askEngines, BUDGETS, PATIENCE, PROVERS } from '../src/driver/prove/portfolio.js';
import type { Engine, Property } from '../src/engines/engine.js';
import { findEngine } from '../src/engines/registry.js';
import { readUnit } from '../src/ir/unit.js';
import { linkWithModels } from '../src/models/load.js';
import { LP64 } from '../src/types/types.js';
import { HEAD, lists, names, pointers } from './growth-programs.js';
import { type Aim, type BenchResult, describeMachine } from './result.js';

/** For each kind: its program of size n, and the sizes. */
const KINDS: Readonly<Record<string, { readonly program: (n: number) => string; readonly sizes: readonly number[] }>> =
  {
    'independent lists': { program: lists, sizes: [1, 2, 3, 4, 5, 6, 7, 8] },
    'pointers into one list': { program: pointers, sizes: [1, 2, 3, 4, 5] },
    'levels of nesting': { program: nested, sizes: [1, 2, 3, 4] },
    functions: { program: functions, sizes: [10, 30, 100, 300, 1_000] },
  };
/** The largest acceptable factor in time for each step; below this many seconds, a factor says nothing. */
const MOST = 2;
const SHORT = 0.5;
const PROPERTIES: readonly Property[] = ['valid-deref', 'valid-free', 'valid-memtrack'];

interface Row {
  readonly what: string;
  readonly n: number;
  readonly seconds: number;
  readonly verdict: string;
  readonly by: string;
}

export async function benchGrowthProve(): Promise<BenchResult> {
  const engines = (await Promise.all(PROVERS.map(findEngine))).filter((e) => e !== null);
  const rows = Object.entries(KINDS).flatMap(([what, { program, sizes }]) =>
    sizes.map((n) => measure(what, n, program(n), engines)),
  );
  const most = Math.max(...rows.map((r) => r.seconds));
  return {
    bench: 'growth prove',
    date: new Date().toISOString(),
    machine: describeMachine(),
    rows: rows.map((r) => ({
      ...r,
      seconds: r.seconds.toFixed(2),
      plot: '#'.repeat(Math.ceil((60 * r.seconds) / most)),
    })),
    aims: Object.keys(KINDS).flatMap((what) =>
      aimsOf(
        what,
        rows.filter((r) => r.what === what),
      ),
    ),
  };
}

function measure(what: string, n: number, text: string, engines: readonly Engine[]): Row {
  const units = [readUnit(`${what}-${n}.c`, new TextEncoder().encode(text), LP64)];
  const program = linkWithModels(units, LP64);
  const began = process.cpuUsage();
  const { judgements } = askEngines({
    loaded: { units, program },
    request: { program, entry: program.functionNamed('main')! },
    options: { mallocMayFail: false, leakAtExit: false },
    goal: { kind: 'whole', properties: PROPERTIES },
    engines,
    budgets: BUDGETS,
    patience: PATIENCE,
  });
  const { user, system } = process.cpuUsage(began);
  const isProved = judgements.every((j) => j.verdict === 'true');
  const by = [...new Set(judgements.map((j) => j.decidedBy ?? 'none'))].join(', ');
  return { what, n, seconds: (user + system) / 1e6, verdict: isProved ? 'true' : 'unknown', by };
}

function aimsOf(what: string, rows: readonly Row[]): Aim[] {
  const proved = rows.filter((r) => r.verdict === 'true').length;
  const factors = rows.slice(1).map((row, i) => row.seconds / Math.max(SHORT, rows[i]!.seconds));
  const worst = Math.max(...factors);
  return [
    { aim: `${what}: proved`, target: `${rows.length}`, measured: `${proved}`, met: proved === rows.length },
    { aim: `${what}: time per step, times`, target: `≤ ${MOST}`, measured: worst.toFixed(1), met: worst <= MOST },
  ];
}

/** Lists in lists: elements of level k own a list of level k - 1. */
function nested(n: number): string {
  const level = (k: number) => `l${k}`;
  const types = Array.from({ length: n }, (_, i) => {
    const owned = i === 0 ? '' : `struct l${i} *owned; `;
    return `struct l${i + 1} { struct l${i + 1} *next; ${owned}};`;
  });
  const build = (k: number, x: string): string =>
    `while (__VERIFIER_nondet_int()) { struct ${level(k)} *e${k} = malloc(sizeof *e${k}); e${k}->next = ${x}; ${
      k > 1 ? `e${k}->owned = 0; ${build(k - 1, `e${k}->owned`)} ` : ''
    }${x} = e${k}; }`;
  const release = (k: number, x: string): string =>
    `while (${x}) { struct ${level(k)} *d${k} = ${x}; ${k > 1 ? `${release(k - 1, `d${k}->owned`)} ` : ''}${x} = d${k}->next; free(d${k}); }`;
  return `${HEAD}\n${types.join('\n')}\nint main(void) { struct ${level(n)} *x = 0; ${build(n, 'x')} ${release(n, 'x')} return 0; }\n`;
}

/** n functions that build and release a list each, called one after the other. */
function functions(n: number): string {
  const all = names('f', n);
  const bodies = all.map(
    (f) =>
      `static void ${f}(void) { struct item *x = 0; while (__VERIFIER_nondet_int()) { struct item *t = malloc(sizeof *t); t->next = x; x = t; } while (x) { struct item *t = x; x = x->next; free(t); } }`,
  );
  return `${HEAD}\n${bodies.join('\n')}\nint main(void) { ${all.map((f) => `${f}();`).join(' ')} return 0; }\n`;
}

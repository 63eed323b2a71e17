// `caulk bench interp`: instructions per second of the interpreter on small typical programs.
// Each program runs three times in one process. The best run counts, because the machine may be busy.

import type { Console } from '../src/cli/console.js';
import { runProgram } from '../src/interp/run.js';
import { readUnit } from '../src/ir/unit.js';
import { LP64 } from '../src/types/types.js';
import type { BenchOptions } from './bench.js';
import { type BenchResult, describeMachine } from './result.js';

const AIM = 10;
const RUNS = 3;

/** Plain C without headers needs no preprocessor. */
const PROGRAMS: readonly { readonly what: string; readonly text: string }[] = [
  {
    what: 'list: build, sum, free',
    text: `void *malloc(unsigned long); void free(void *);
struct n { int v; struct n *next; };
int main(void) {
  long sum = 0;
  for (int r = 0; r < 20; r++) {
    struct n *l = 0;
    for (int i = 0; i < 100000; i++) { struct n *e = malloc(sizeof *e); e->v = i; e->next = l; l = e; }
    for (struct n *p = l; p; p = p->next) sum += p->v;
    while (l) { struct n *d = l; l = l->next; free(d); }
  }
  return sum == 0;
}`,
  },
  {
    what: 'sieve: arrays',
    text: `static char composite[1000001];
int main(void) {
  int count = 0;
  for (int i = 2; i <= 1000000; i++) {
    if (composite[i]) continue;
    count++;
    for (long k = (long)i * i; k <= 1000000; k += i) composite[k] = 1;
  }
  return count == 0;
}`,
  },
  {
    what: 'fibonacci: calls',
    text: `static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) { return fib(27) == 0; }`,
  },
];

export async function benchInterp(_options: BenchOptions, _console: Console): Promise<BenchResult> {
  const rows = PROGRAMS.map(({ what, text }) => {
    const unit = readUnit(`${what}.c`, new TextEncoder().encode(text), LP64);
    let best = 0;
    let instructions = 0;
    for (let i = 0; i < RUNS; i++) {
      const { steps, milliseconds } = runProgram([unit], { leaks: 'off' });
      instructions = steps;
      best = Math.max(best, steps / milliseconds / 1000);
    }
    return { program: what, instructions, 'million a second': Math.round(best * 10) / 10 };
  });
  const reached = rows[0]!['million a second'];
  const aim = {
    aim: 'instructions a second, building a list',
    target: `≥ ${AIM} million`,
    measured: `${reached} million`,
    met: reached >= AIM,
  };
  return {
    bench: 'interp',
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rows,
    aims: [aim],
  };
}

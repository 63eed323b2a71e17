// A machine that runs a program many times gives the results of a new machine each time, whatever the runs before did.

import { expect, it } from 'vitest';
import { Coverage } from '../../src/interp/coverage.js';
import { bytesOf, latin } from '../../src/interp/libc/strings.js';
import { Rerunner } from '../../src/interp/rerun.js';
import { runProgram } from '../../src/interp/run.js';
import { readUnit } from '../../src/ir/unit.js';
import { ILP32, LP64 } from '../../src/types/types.js';

const TEXT = `typedef struct file FILE; extern FILE *stdin; extern int optind; void *malloc(unsigned long); void free(void *);
int printf(const char *, ...); char *fgets(char *, int, FILE *); int fclose(FILE *); int getopt(int, char *const *, const char *);
static int count = 3; static char *kept; static char table[4] = "abc"; static int one(void) { return 1; } static int two(void) { return 2; }
int main(int n, char **w) {
  char line[20]; int (*f)(void) = one; int c = 0; char *held[2] = { kept, table };
  while (getopt(n, w, "x") != -1) c++;
  while (fgets(line, 20, stdin)) {
    if (line[0] == '+') { count++; table[0]++; }
    if (line[0] == 'k') kept = malloc(5);
    if (line[0] == 'l') malloc(7);
    if (line[0] == 'h') held[line[1] == '1'] = malloc(9);
    if (line[0] == 'f') free(kept);
    if (line[0] == 't') f = two;
    if (line[0] == 'c') { fclose(stdin); break; }
  }
  printf("%d %s %d %d %d %s", count, table, f(), c, optind, held[1]);
  return 0;
}`;

it.each([LP64, ILP32])('as a new machine does, with pointers of $pointerSize bytes', (target) => {
  const unit = readUnit('a.c', new TextEncoder().encode(TEXT), target);
  const runner = new Rerunner([unit], { coverage: new Coverage() });
  for (const stdin of ['+\n+\n', 'k\n', 'l\nl\n', 'k\nf\nf\n', 't\n', 'c\n', '', 'h0\n', 'h1\n', 'k\nf\nk\n+\n']) {
    const options = { stdin: bytesOf(stdin), args: ['program', '-x'], leaks: 'count' as const };
    const { milliseconds: _, bytes: _m, ...again } = runner.run({ ...options, coverage: new Coverage() });
    const { milliseconds: __, bytes: __m, ...fresh } = runProgram([unit], options);
    expect({ ...again, output: latin(again.output) }).toEqual({ ...fresh, output: latin(fresh.output) });
  }
});

it('with the same addresses each time', () => {
  const text = `int printf(const char *, ...); void *malloc(unsigned long);
int main(void) { printf("%u", (unsigned)malloc(5)); return 0; }`;
  const unit = readUnit('a.c', new TextEncoder().encode(text), ILP32);
  const runner = new Rerunner([unit], {});
  const outputs = [1, 2, 3].map(() => latin(runner.run({ leaks: 'count' }).output));
  expect(new Set(outputs)).toEqual(new Set([latin(runProgram([unit]).output)]));
});

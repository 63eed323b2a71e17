// Programs for other machines in the interpreter: lists of arguments, `long`, and functions that it cannot run there.

import { describe, expect, test } from 'vitest';
import { machineOf } from '../../src/frontend/machine.js';
import { ILP32, LLP64, LP64, type Target } from '../../src/types/types.js';
import { RECORDED } from '../support/recorded-macros.js';
import { endingOf, runText, textOf } from './support.js';

const recorded = (command: string): Target => machineOf(new Map(Object.entries(RECORDED[command]!)), []) as Target;

const MACHINES: readonly (readonly [string, Target])[] = [
  ['LP64', LP64],
  ['ILP32', ILP32],
  ['LLP64', LLP64],
  ...['gcc -mx32', 'aarch64-linux-gnu-gcc', 'arm-linux-gnueabihf-gcc', 'riscv64-linux-gnu-gcc'].map(
    (command) => [command, recorded(command)] as const,
  ),
  ['Apple', recorded('clang --target=arm64-apple-macos12')],
];

const LISTS = `
int vprintf(const char *, __builtin_va_list);
int sum(int n, __builtin_va_list list) { int s = 0; while (n-- > 0) s += __builtin_va_arg(list, int); return s; }
void say(const char *format, ...) {
  __builtin_va_list list, copy; __builtin_va_start(list, format); __builtin_va_copy(copy, list);
  vprintf(format, list); printf(" %d\\n", sum(2, copy));
  __builtin_va_end(copy); __builtin_va_end(list);
}
int main(void) { say("%d,%d,%s", 3, 4, "x"); return 0; }`;

describe.each(MACHINES)('on %s', (_, target) => {
  test('lists of arguments are passed and copied', () => {
    const result = runText(LISTS, {}, target);
    expect([endingOf(result), textOf(result.output)]).toEqual(['exit 0', '3,4,x 7\n']);
  });

  test('long has its size, in memory and in the library', () => {
    const text =
      'long strtol(const char *, char **, int); int main(void) { long x = strtol("99999999999", 0, 10); printf("%ld", x); return sizeof x; }';
    const result = runText(text, {}, target);
    const most = target.longSize === 8 ? '99999999999' : '2147483647';
    expect([endingOf(result), textOf(result.output)]).toEqual([`exit ${target.longSize}`, most]);
  });
});

test('a function that fills a record of the system stops the run where its layout is not known', () => {
  const text = 'struct tm; long t; struct tm *gmtime(const long *); int main(void) { return !gmtime(&t); }';
  expect(endingOf(runText(text, {}, LP64))).toBe('exit 0');
  expect(endingOf(runText(text, {}, LLP64))).toBe('unknown-function');
});

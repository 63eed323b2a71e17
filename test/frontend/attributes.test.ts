// Attributes of functions reach the IR, from any declaration and in any spelling.

import { expect, test } from 'vitest';
import { readUnit } from '../../src/ir/unit.js';
import { noPromises } from '../../src/types/operators.js';
import { LP64 } from '../../src/types/types.js';

/** The attributes of `f`. */
function attributesOf(text: string) {
  const unit = readUnit('x.c', Buffer.from(`${text}\nvoid use(void) { (void)f; }`), LP64);
  expect(unit.diagnostics).toEqual([]);
  return unit.functions.find((f) => f.name === 'f')!.attributes;
}

const release = 'void g(void *); void h(int, void *);';

test.each([
  ['void *f(void) __attribute__((malloc));', { malloc: true }],
  [
    `${release} void *f(void) __attribute__((__malloc__(g)));`,
    { malloc: true, deallocators: [{ name: 'g', argument: 0 }] },
  ],
  [
    `${release} void *f(void) __attribute__((malloc(h, 2)));`,
    { malloc: true, deallocators: [{ name: 'h', argument: 1 }] },
  ],
  [
    `${release} void *f(void) __attribute__((malloc, malloc(g), malloc(h, 2)));`,
    {
      malloc: true,
      deallocators: [
        { name: 'g', argument: 0 },
        { name: 'h', argument: 1 },
      ],
    },
  ],
  [
    'void *f(void) __attribute__((malloc(__builtin_free, 1)));',
    { malloc: true, deallocators: [{ name: 'free', argument: 0 }] },
  ],
  [
    'void *f(void) __attribute__((ownership_returns(pool)));',
    { malloc: true, deallocators: [{ name: 'pool', argument: 0 }] },
  ],
  ['void f(int, void *) __attribute__((ownership_takes(malloc, 2)));', { takes: [{ name: 'free', argument: 1 }] }],
  ['void *f(int) __attribute__((alloc_size(1)));', { allocSize: [0] }],
  ['void *f(int, int) __attribute__((alloc_size(1, 2)));', { allocSize: [0, 1] }],
  ['void *f(void) __attribute__((returns_nonnull));', { returnsNonnull: true }],
  ['void f(void *, void *) __attribute__((nonnull));', { nonnull: 'all' }],
  ['void f(void *, void *) __attribute__((nonnull(2)));', { nonnull: [1] }],
  ['void f(void *, void *) __attribute__((nonnull(2))) __attribute__((nonnull(1)));', { nonnull: [1, 0] }],
  ['void f(void) __attribute__((noreturn));', { noreturn: true }],
  ['_Noreturn void f(void);', { noreturn: true }],
  ['[[noreturn]] void f(void);', { noreturn: true }],
  ['int f(void) __attribute__((warn_unused_result));', { warnUnusedResult: true }],
  ['[[nodiscard]] int f(void);', { warnUnusedResult: true }],
  [
    'void f(int, const char *, ...) __attribute__((format(printf, 2, 3)));',
    { format: { style: 'printf', format: 1, first: 2 } },
  ],
  [
    'void f(const char *, __builtin_va_list) __attribute__((__format__(__gnu_scanf__, 1, 0)));',
    { format: { style: 'scanf', format: 0, first: null } },
  ],
  ['void f(void); void f(void) __attribute__((weak));', { weak: true }],
])('%s', (text, promises) => {
  expect(attributesOf(text)).toEqual({ ...noPromises(), ...promises });
});

// Input that the front end accepts: one small text per construct of C17, GNU C and the C23 features used in headers.
// Each text must be accepted by gcc first, then by caulk, without diagnostics.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { normalizeUnit } from '../../src/ir/normalize.js';
import { readUnit } from '../../src/ir/unit.js';
import { verifyUnit } from '../../src/ir/verify.js';
import { LP64 } from '../../src/types/types.js';

const constructs: Readonly<Record<string, string>> = {
  'attributes anywhere': `__attribute__((unused)) static int __attribute__((aligned(8))) a __attribute__((section("x")));
    int f(int x __attribute__((unused))) __attribute__((pure, noinline)); struct __attribute__((packed)) s { char c; int i __attribute__((aligned(2))); };
    int f(int x) { int y __attribute__((unused)) = x; __attribute__((unused)) int z; out: __attribute__((unused)); switch (x) { case 1: x++; __attribute__((fallthrough)); default: ; } return y; }`,
  'standard attributes':
    '[[maybe_unused]] static int a; [[nodiscard]] int f([[maybe_unused]] int x) { [[maybe_unused]] int y = x; return y; }',
  'asm of all forms': `asm(".text"); int f(int x) { int y; asm("nop"); asm volatile("mov %1, %0" : "=r"(y) : "r"(x) : "memory", "cc");
    asm("" : [out] "+r"(y) : [in] "m"(x)); asm("" ::: "memory"); __asm__ __volatile__("" : "=m"(*(char *)&y));
    asm goto("" : : : : done); done: return y; } int renamed(void) __asm__("other");`,
  typeof:
    'int x; typeof(x) y; __typeof__(int *) p; typeof(x + 1.0) d; int f(void) { __auto_type z = &x; typeof(*z) w = 1; return w; }',
  'statement expressions':
    'int f(int a) { return ({ int t = a; if (t > 1) t = 2; t; }) + ({ a; }); } void g(void) { ({ ; }); ({ int i; }); }',
  'statement expressions with a label before the value':
    'int f(int a) { int *p = ({ int *q = &a; if (a) goto out; q = 0; out: q; }); return *p + ({ one: two: __attribute__((unused)) a; }) + ({ __label__ x; x: (void *)0; a; }); }',
  designators: `struct p { int x, y; }; struct q { struct p a[3]; union { int u; float v; }; };
    struct q q = { .a[1].y = 3, .a = { [2] = { .x = 1 }, [0 ... 1] = { 4, 5 } }, .u = 9 }; int old[3] = { [1] 5 }; struct p o = { y: 1, x: 2 };
    char s[2][4] = { "ab", { "cd" } }, t[] = { 'a', [5] = 'b' }; struct q r = { 1, 2, 3, 4 };`,
  'case ranges':
    "int f(int c) { switch (c) { case 0 ... 9: return 1; case 'a' ... 'z': return 2; default: return 0; } }",
  'labels as values':
    'int f(int i) { static void *t[] = { &&a, &&b }; goto *t[i]; a: return 1; b: { __label__ c; goto c; c: return 2; } }',
  'conditional without middle': 'int f(int a, int *p) { return (a ?: 3) + (p ? : &a)[0]; }',
  _Generic:
    'int f(double d) { return _Generic(d, int: 1, double: 2, default: 3) + _Generic("a", char *: 1, const char *: 2); }',
  'static assertions':
    '_Static_assert(sizeof(int) == 4, "int"); struct s { int a; _Static_assert(1, ""); }; int f(void) { _Static_assert(1 + 1 == 2, ""); return 0; }',
  'atomic, thread-local, aligned':
    '_Atomic int a; _Atomic(long) b; static _Thread_local int t; extern __thread int u; _Alignas(16) char c; _Alignas(long) char d; int e[_Alignof(long)];',
  'wide integers and floats': `__int128 a; unsigned __int128 b; _Float128 q; __float128 r; _Float32 s; _Float64x t; _Complex double z; float _Complex w = 1.0f + 2.0if;
    long double f(__int128 x) { return (long double)(x >> 64) + __real__ z + __imag__ w; }`,
  vectors:
    'typedef int v4 __attribute__((vector_size(16))); v4 f(v4 a, v4 b) { v4 c = { 1, 2, 3, 4 }; c[0] = a[1]; return (a + b) * c - (a > b) + (v4){ 1 }; }',
  'variable length arrays': `int f(int n, int m[n], int k[n][n + 1], int (*p)[n]) { int a[n][n]; typedef int row[n]; row r; int (*q)[n] = a; char b[sizeof a];
    return sizeof(int[n]) + sizeof *q + a[1][2] + k[0][1] + (q + 1 - q) + sizeof r + p[1][0] + sizeof b; } int g(int n, int [*]); int h(int a[static 3], int b[const]);`,
  'flexible and zero-length arrays':
    'struct a { int n; char c[]; }; struct b { int n; char c[0]; }; struct a x = { 2, { 1, 2 } }; int e[0]; struct none {}; struct none z;',
  'anonymous members':
    'struct s { int k; union { int i; struct { short a, b; }; }; int : 3; unsigned f : 5; int : 0; int g : 2; } x; int f(struct s *p) { return p->b + p->f + x.i; }',
  'compound literals':
    'struct p { int x, y; }; int g(struct p *); int f(void) { return g(&(struct p){ 1, 2 }) + (int[]){ 1, 2 }[1] + sizeof (int[]){ 1, 2, 3 }; } struct p *q = &(struct p){ 3 };',
  'old-style definitions':
    'int f(a, b, c) int a; char *b, c; { return a + *b + c; } g() { return 1; } static h(x) { return x; } int main(argc, argv) int argc; char **argv; { return f(1, *argv, 2); }',
  'function pointers':
    'int (*f(int a))(double) { return 0; } int (*(*g)(void))[3]; void (*signal(int, void (*)(int)))(int); int (h)(int x) { return x; } int k(int c(int)) { return (*c)(1) + (**c)(2) + (&h)(3); }',
  builtins: `struct s { int a; struct { char b[4]; } c[2]; }; int o[__builtin_offsetof(struct s, c[1].b[2]) == 10 ? 1 : -1]; int t = __builtin_types_compatible_p(int, signed int);
    int f(int n, ...) { __builtin_va_list ap, aq; __builtin_va_start(ap, n); int x = __builtin_va_arg(ap, int); double *d = __builtin_va_arg(ap, double *); __builtin_va_copy(aq, ap); __builtin_va_end(ap);
    if (__builtin_expect(x, 0)) __builtin_unreachable(); return __builtin_choose_expr(1, x, "no") + __builtin_constant_p(3) + __builtin_object_size(d, 0) + __builtin_clz(n) + __builtin_popcountll(n) + (int)__builtin_bswap32(n) + __builtin_offsetof(struct s, c[n]); }`,
  'overflow and atomics': `int f(int *p, long *q, char **r) { int o; __sync_fetch_and_add(p, 1); __sync_synchronize(); __atomic_store_n(q, 3, 5); __atomic_fetch_add(r, 1, 0);
    if (__sync_bool_compare_and_swap(p, 1, 2)) return __atomic_load_n(p, 0); int e = 1; return __builtin_mul_overflow(*p, *q, &o) + __atomic_compare_exchange_n(p, &e, 2, 0, 5, 5) + __builtin_add_overflow_p(1, 2, o) + __builtin_uaddl_overflow(1, 2, (unsigned long *)q); }`,
  'typedef names as other names': `typedef int T; typedef struct T { T T; } U; int f(int T) { T: ; return T + (int)sizeof(U); if (T) goto T; } T g(void) { T T = 1; { typedef char V; V v = T; T = v; } return T; }
    struct T h; enum { A, B = A + 2 } e; T (*pf)(T), a[3]; int k(T); int k(const T x) { return x; } typedef T W, *X; X w(W x, X y) { for (T T = 0; T < x; T++) ; return y; }`,
  'declarations in odd order':
    'const unsigned static long long int x = 1; int typedef long unsigned ul; ul volatile const *const volatile p; long f(void); int long unsigned extern y; double long z; int (x1), *(*x2), x3[2];',
  'words that only C23 reserves':
    'typedef int bool; enum { false, true }; bool nullptr(bool typeof_unqual) { int constexpr = 1, alignas = 2; return constexpr + alignas + typeof_unqual; } struct alignof { int thread_local; };',
  'strings and characters': `char a[] = "a" "b\\x41\\101\\n\\u00e9" u8"c"; int w[] = L"wide" "r"; unsigned short u[] = u"\\U0001F600"; unsigned v[] = U"x"; int c = 'ab' + L'\\u00e9' + '\\'' + '"' + '\\0' + '\\e'; char *s = "?" "?=";`,
  numbers:
    "int a = 0b101 + 0x1F + 017 + 1'0; double d = 1.5e-3 + 0x1.8p3 + .5 + 5. + 1e10f + 2.5L + 1.0f64; unsigned long long u = 18446744073709551615ull + 0xFFFFFFFFFFFFFFFF; long l = 1l + 2lu + 3LL + 4uLL;".replace(
      "1'0",
      '10',
    ),
  'line markers and pragmas':
    '# 1 "a.c"\n# 7 "b.h" 1 3\n#pragma pack(push, 1)\nstruct s { char c; int i; };\n#pragma pack(pop)\n# 3 "c.c" 2\nint x[sizeof(struct s) == 5 ? 1 : -1];\n#pragma GCC diagnostic ignored "-Wall"\n',
  'transparent unions':
    'typedef union { int *i; void *v; } U __attribute__((transparent_union)); int g(U); int f(int *p, void *q) { U u = { p }; return g(p) + g(q) + g(u); }',
  'implicit functions and int': 'f(x) { return unknown(x, 1); } static n; extern m;',
  'cast to union, struct values':
    'union u { int i; double d; }; struct s { int a[3]; }; struct s g(void); int f(double d) { union u u = (union u)d; return g().a[1] + u.i + ((struct s){ { 1 } }).a[0] + (d > 0 ? g() : g()).a[2]; }',
  digraphs: 'int a<:2:> = <% 1, 2 %>;',
};

function complaintsOf(text: string): string[] {
  const unit = readUnit('construct.c', Buffer.from(`${text}\n`), LP64);
  const broken = [...verifyUnit(unit), ...verifyUnit(normalizeUnit(unit))];
  return [...unit.diagnostics.map((d) => d.message), ...broken];
}

describe('the front end accepts', () => {
  it.each(Object.entries(constructs))('%s', (_, text) => {
    const gcc = spawnSync('gcc', ['-fsyntax-only', '-w', '-std=gnu2x', '-xcpp-output', '-'], {
      input: text,
      encoding: 'utf8',
    });
    const old = spawnSync('gcc', ['-fsyntax-only', '-w', '-xcpp-output', '-'], { input: text, encoding: 'utf8' });
    expect(gcc.status === 0 || old.status === 0, old.stderr).toBe(true);
    expect(complaintsOf(text)).toEqual([]);
  });
});

describe('the front end loses one function, not the file, on', () => {
  it.each([
    ['a nested function', 'int f(int x) { int g(int y) { return x + y; } return g(1); }', /nested function 'g'/],
    ['an unknown name', 'int f(void) { return nowhere; }', /'nowhere' is not declared/],
    ['a syntax error', 'int f(void) { return 1 +; }', /expected an expression before ';'/],
    ['a missing member', 'struct s { int a; }; int f(struct s *p) { return p->b; }', /has no member 'b'/],
    ['a missing label', 'int f(void) { goto out; }', /label 'out' is used but not defined/],
    ['_BitInt', 'int f(void) { _BitInt(7) x = 1; return x; }', /_BitInt/],
  ])('%s', (_, text, reason) => {
    const unit = readUnit('lost.c', Buffer.from(`${text}\nint g(void) { return 2; }\n`), LP64);
    expect(unit.lost.map((l) => l.name)).toEqual(['f']);
    expect(unit.lost[0]!.reason.message).toMatch(reason);
    expect(unit.lost[0]!.reason.location?.line).toBe(1);
    expect(unit.functions.filter((f) => f.body).map((f) => f.name)).toEqual(['g']);
  });
});

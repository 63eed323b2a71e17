// C as Apple's and Microsoft's headers write it: each text is accepted by clang for that system first, then by caulk.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { targetMachine } from '../../src/frontend/ask-compiler.js';
import { normalizeUnit } from '../../src/ir/normalize.js';
import type { Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { verifyUnit } from '../../src/ir/verify.js';
import { LP64, type Target } from '../../src/types/types.js';

const CLANG = { kind: 'program', path: '/usr/bin/clang' } as const;
const APPLE = ['--target=arm64-apple-macos12', '-fblocks'];
const MICROSOFT = ['--target=x86_64-pc-windows-msvc', '-fms-extensions'];

/** What clang makes of the text: pragmas in words become lines. */
function preprocessed(text: string, flags: readonly string[]): string {
  const clang = (words: readonly string[]) =>
    spawnSync('clang', [...flags, ...words, '-w', '-x', 'c', '-'], { input: text, encoding: 'utf8' });
  const check = clang(['-fsyntax-only']);
  expect(check.status, check.stderr).toBe(0);
  return clang(['-E']).stdout;
}

const read = (text: string, flags: readonly string[]): Unit =>
  readUnit('dialect.c', Buffer.from(preprocessed(text, flags)), targetMachine(CLANG, flags) as Target);

function expectAccepted(unit: Unit): void {
  expect(unit.diagnostics.map((d) => d.message)).toEqual([]);
  expect(unit.lost).toEqual([]);
  expect([...verifyUnit(unit), ...verifyUnit(normalizeUnit(unit))]).toEqual([]);
}

const apple: Readonly<Record<string, string>> = {
  'nullability of pointers': `char *_Nonnull f(const char *_Nullable a, int *_Null_unspecified *_Nonnull b, void *_Nullable_result c);
    typedef struct list *list_t; list_t _Nonnull g(list_t _Nullable, char *_Nonnull const *_Nullable p); char *_Nullable global;
    int h(int a[_Nonnull], int b[_Nullable 3], int c[_Nonnull static 2]) { char *_Nonnull x = (char *_Nonnull)a; return *x + sizeof(char *_Nullable); }
    int (*_Nonnull callback)(void *_Nullable); struct s { char *_Nonnull name; int (*_Nullable call)(int); };
    char *__nonnull i(char *__nullable, char *__null_unspecified);`,
  'assumed nullability': `_Pragma("clang assume_nonnull begin")
    char *f(char *p);
    #pragma clang assume_nonnull end
    #pragma clang diagnostic push
    #pragma mark - part
    int g(void);`,
  blocks: `typedef void (^handler_t)(int, char *); typedef int (^_Nonnull compare_t)(const void *, const void *);
    void each(void (^body)(int)); void (^stored)(void); struct s { void (^done)(int error); int (^ _Nullable next)(void); };
    handler_t take(handler_t h, int (^b)(void)); void (^maker(void))(int);
    int call(handler_t h, compare_t c, struct s *s) { h(1, "a"); s->done(2); stored = 0; return c(h, 0) + (s->next ? s->next() : 0); }`,
  availability: `extern int f(void) __attribute__((availability(macos,introduced=10.4))) __attribute__((availability(ios,introduced=2.0,deprecated=12.0,message="use g")));
    typedef struct { int a; } t __attribute__((availability(macosx,introduced=10.15.4)));
    enum e { A __attribute__((availability(macos,unavailable))), B } __attribute__((availability(macos,introduced=11)));
    int g(void) { if (__builtin_available(macOS 10.15, iOS 13.0, *)) return 1; return __builtin_available(macOS 11, *) ? f() : 0; }`,
  'attributes of its headers': `void f(void) __attribute__((__swift_name__("f()"))) __attribute__((visibility("default"), not_tail_called, cold));
    void *g(unsigned long) __attribute__((alloc_size(1), __warn_unused_result__)); typedef struct __attribute__((objc_bridge(id))) cf *cf_t;
    int h(int (*)(void) __attribute__((noescape)), const char *s __attribute__((nonnull))) __attribute__((overloadable)); int h(double) __attribute__((overloadable, diagnose_if(1, "no", "warning")));
    static inline __attribute__((always_inline, nodebug)) int i(void) { return 0; }`,
  'names for the linker':
    'struct stat; int stat(const char *, struct stat *) __asm("_stat$INODE64"); extern int (*open)(const char *) __asm__("_" "open" "$UNIX2003"); int f(struct stat *s) { return stat("", s); }',
  'fixed enumerations': `enum small : unsigned char { A, B }; enum color : int; typedef enum color color; enum color : int { RED, GREEN = 2 }; typedef enum : long long { BIG = 1ll << 40 } big;
    enum __attribute__((enum_extensibility(open))) wide : unsigned long { W = ~0ul }; enum forward : short; enum forward g(enum forward x) { return x; }
    _Static_assert(sizeof(enum small) == 1 && sizeof(color) == 4 && sizeof(big) == 8 && sizeof(enum wide) == 8 && sizeof(enum forward) == 2, "");
    struct s { enum small a : 3; enum small b; }; int f(color c) { switch (c) { case RED: return 1; case GREEN: return BIG > 0; } return 0; }`,
};

describe("Apple's C:", () => {
  it.each(Object.entries(apple))('%s', (_, text) => expectAccepted(read(text, APPLE)));

  it('a block is unknown code: its function is lost with the reason, calls of blocks are unknown calls', () => {
    const unit = read(
      'int f(int x) { int (^b)(int) = ^(int y) { return x + y; }; return b(1); } int g(int (^b)(int)) { return b(2); } int k(int x) { return x; } int (*p)(int) = k;',
      APPLE,
    );
    expect(unit.lost.map((l) => [l.name, l.reason.code])).toEqual([['f', 'unsupported-c']]);
    const calls = unit.functions
      .find((f) => f.name === 'g')!
      .body!.blocks.flatMap((b) => b.instrs.filter((i) => i.kind === 'call'));
    expect(calls.map((c) => (c.callee.kind === 'direct' ? c.callee.function.name : 'pointer'))).toEqual([
      '__builtin_call_block',
    ]);
  });
});

const microsoft: Readonly<Record<string, string>> = {
  'calling conventions': `int __cdecl f(int); void __stdcall g(void); int (__stdcall *p)(int); typedef long (__fastcall *proc)(void *, unsigned); void *__cdecl h(char *__ptr64 q);
    int __cdecl f(int x) { proc q = 0; return x + (int)q(0, 1) + p(2); } typedef int (__vectorcall v)(double); v *w; char __unaligned *u; int __forceinline i(void) { return 1; } void (__cdecl j)(int);`,
  declspec: `__declspec(dllimport) int a; __declspec(dllexport) int f(void); extern __declspec(noreturn) void die(int); __declspec(align(16)) struct s { char c; };
    struct __declspec(align(32)) t { int x; }; __declspec(thread) int per; __declspec(noinline restrict) void *g(int n); __declspec(selectany) int only = 1; __declspec(deprecated("x")) int old(void);
    _Static_assert(_Alignof(struct t) == 32 && sizeof(struct t) == 32, "");`,
  integers: `__int8 a; unsigned __int8 b; __int16 c; signed __int32 d; __int64 e = 1i64 + 0xffui64; unsigned __int64 f = 10ui32; typedef unsigned __int64 u64; __int64 *p; int g(unsigned __int64 x, __int8 y) { return (unsigned __int64)x + (__int64)y; }
    _Static_assert(sizeof a == 1 && sizeof c == 2 && sizeof d == 4 && sizeof e == 8 && sizeof(long) == 4 && sizeof(void *) == 8 && sizeof(1i8) == 1 && sizeof(L'x') == 2, "");`,
  'records without a name': `struct inner { int x, y; }; typedef union { int u; float v; } choice; struct outer { struct inner; int z; union { long l; }; };
    _Static_assert(sizeof(struct outer) == 16, ""); int f(struct outer *o) { return o->x + o->y + o->z; }`,
  'bit-fields in units, enumerations that are int': `struct b { char a : 3; int b : 4; short c : 3; short d : 9; }; enum big { HUGE_VALUE = 0x7fffffff, NEG = -1 }; struct e { enum big a : 31; };
    _Static_assert(sizeof(struct b) == 12 && sizeof(enum big) == 4, ""); enum over { O = 0xffffffff }; _Static_assert(sizeof(enum over) == 4 && (enum over)O < 0, "");`,
  'packing in words':
    '__pragma(pack(push, 1)) struct s { char c; int i; }; __pragma(pack(pop)) struct t { char c; int i; };\n#pragma pack(push, name, 2)\nstruct u { char c; int i; };\n#pragma pack(pop, name)\n_Static_assert(sizeof(struct s) == 5 && sizeof(struct t) == 8 && sizeof(struct u) == 6, "");',
};

describe("Microsoft's C:", () => {
  it.each(Object.entries(microsoft))('%s', (_, text) => expectAccepted(read(text, MICROSOFT)));

  it.each([
    ['exceptions', 'int f(int *p) { __try { *p = 1; } __except (1) { return 2; } return 0; }', /__try/],
    ['finally', 'int f(int *p) { __try { *p = 1; __leave; } __finally { *p = 2; } return 0; }', /__try/],
    ['assembly in braces', 'int f(void) { __asm { nop } return 0; }', /inline assembly/],
  ])('%s cost the function, with the reason', (_, text, reason) => {
    const unit = readUnit('lost.c', Buffer.from(`${text} int g(void) { return 1; }`), LP64);
    expect(unit.lost.map((l) => l.name)).toEqual(['f']);
    expect(unit.lost[0]!.reason.message).toMatch(reason);
  });

  it('words that programs may declare themselves remain theirs', () => {
    const text =
      'typedef long long __int64; typedef signed char __int8; __int64 a; __int8 __int16(int __int32) { return __int32; } char *encrypt(char *__block, int edflag);';
    expectAccepted(readUnit('own.c', Buffer.from(text), LP64));
  });
});

// Programs with one error each, of kinds that analyses often miss: no engine may prove the violated property.
// A run confirms each error; for programs that the interpreter does not support, a comment states it.

import { describe, expect, it } from 'vitest';
import { blindSpots, PROVERS } from '../../src/driver/prove/portfolio.js';
import { findViolations, SEARCH } from '../../src/driver/replay/confirm.js';
import type { Property } from '../../src/engines/engine.js';
import { findProver } from '../../src/engines/registry.js';
import { proves } from '../../src/findings/verdicts.js';
import type { Unit } from '../../src/ir/program.js';
import { readUnit } from '../../src/ir/unit.js';
import { linkWithModels } from '../../src/models/load.js';
import { LP64 } from '../../src/types/types.js';

const PRELUDE = `typedef unsigned long size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t); void *memmove(void *, const void *, size_t);
char *strcpy(char *, const char *); char *strcat(char *, const char *); char *strncpy(char *, const char *, size_t);
size_t strlen(const char *); char *strchr(const char *, int); char *strdup(const char *); char *getenv(const char *);
int sprintf(char *, const char *, ...); int snprintf(char *, size_t, const char *, ...);
int atexit(void (*)(void)); void exit(int); void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int);
struct node { struct node *next; struct node *prev; int value; };
`;

type Broken = Readonly<Record<string, string>>;

const deref: Broken = {
  'a constructor':
    'int x; int *g = &x; __attribute__((constructor)) static void init(void) { g = 0; } int main(void) { return *g; }',
  'an exit handler': 'static int *g; static void last(void) { *g = 1; } int main(void) { atexit(last); return 0; }',
  'an exit handler after exit':
    'static int *g; static void last(void) { *g = 1; } int main(void) { atexit(last); exit(0); }',
  'a comparison called by the library':
    'static int cmp(const void *a, const void *b) { int *p = 0; return *p; } int main(void) { int a[3] = {3, 1, 2}; qsort(a, 3, sizeof *a, cmp); return 0; }',
  'a table of functions':
    'static int f(void) { int *p = 0; return *p; } static int (*const table[])(void) = { f }; int main(void) { return table[0](); }',
  'a union': 'union { long n; int *p; } u; int main(void) { u.n = 0; return *u.p; }',
  'a struct copied by memcpy':
    'struct s { int *p; } a, b; int main(void) { int x; b.p = &x; memcpy(&b, &a, sizeof b); return *b.p; }',
  'a pointer that is copied or not':
    'int main(void) { int x; int *q = 0, *r = &x; unsigned n = __VERIFIER_nondet_int(); if (n != 0 && n != 8) return 0; memcpy(&q, &r, n); return *q; }',
  'a string that is terminated or not':
    "int main(void) { char t[8]; for (int i = 0; i < 8; i++) t[i] = 'a'; unsigned n = __VERIFIER_nondet_int(); if (n > 8) return 0; memset(t, 0, n); return strlen(t); }",
  'half a pointer': 'int main(void) { int x; int *q = 0, *r = &x; memcpy(&q, &r, 4); return q == r ? 0 : *q; }',
  'halves of two pointers':
    'int main(void) { int x = 0; char b[24]; int *r = &x, *z; memset(b, 0, 24); memcpy(b, &r, 8); memcpy(b + 4, &r, 8); memcpy(&z, b, 8); return *z; }',
  'a string that is partly copied':
    'int main(void) { char t[8], s[4] = "ab"; memset(t, \'a\', 8); memcpy(t, s, 2); return strlen(t); }',
  'a struct assigned': 'struct s { int *p; } a, b; int main(void) { int x; b.p = &x; b = a; return *b.p; }',
  'a struct returned':
    'struct s { int *p; }; static struct s f(void) { struct s s = { 0 }; return s; } int main(void) { return *f().p; }',
  'memory moved by realloc':
    'int main(void) { int *p = malloc(4); int *q = realloc(p, 400); *p = 1; free(q); return 0; }',
  'memory shrunk by realloc':
    'int main(void) { char *p = malloc(40); p = realloc(p, 4); p[20] = 1; free(p); return 0; }',
  'a negative index': 'int main(void) { int a[4]; int i = -1; a[i] = 0; return 0; }',
  'an index that wraps': 'int main(void) { int a[200]; signed char i = 100; i += 100; a[i] = 0; return 0; }',
  'an unsigned index that wraps below zero':
    'int main(void) { int a[4]; for (unsigned i = 3; i < 4 || i > 10; i--) a[i] = 0; return 0; }',
  'a remainder of a negative number': 'int main(void) { int a[4]; int n = -3; a[n % 4] = 0; return 0; }',
  'a truncated floating-point number': 'int main(void) { int a[4]; double d = 7.9; a[(int)d] = 0; return 0; }',
  'a size that wraps':
    'int main(void) { unsigned n = 0x40000001u; int *p = malloc(n * 4u); p[100] = 1; free(p); return 0; }',
  'a pointer past the end': 'int main(void) { int a[4]; int *p = a + 4; return *p; }',
  'a loop with one iteration too many':
    'int main(void) { int a[8]; int *p = a; do *p++ = 1; while (p <= a + 8); return 0; }',
  'a local after its function returned':
    'static int *f(void) { int x = 1; return &x; } int main(void) { return *f(); }',
  'a local after its scope ended': 'int main(void) { int *p; { int x = 1; p = &x; } return *p; }',
  'a string that is too long': 'int main(void) { char a[4]; strcpy(a, "four"); return 0; }',
  'strings joined': 'int main(void) { char a[6] = "abc"; strcat(a, "def"); return 0; }',
  'a truncated string': 'int main(void) { char a[4]; strncpy(a, "four", 4); return (int)strlen(a); }',
  'text printed into a small buffer': 'int main(void) { char a[4]; sprintf(a, "%d", 12345); return 0; }',
  'a copy that is too long': 'int main(void) { int a[4], b[2]; memcpy(a, b, sizeof a); return 0; }',
  'a memset that is too long': 'int main(void) { char *p = malloc(4); memset(p, 0, 5); free(p); return 0; }',
  'nothing found': 'int main(void) { char *p = strchr("abc", 120); return *p; }',
  'an unset environment variable': 'int main(void) { return *getenv("CAULK_DOES_NOT_EXIST"); }',
  'no argument': 'int main(int argc, char **argv) { return argv[argc][0]; }',
  'uninitialised memory':
    'int main(void) { struct node *p = malloc(sizeof *p); int v = p->next->value; free(p); return v; }',
  'zeroed memory':
    'int main(void) { struct node *p = calloc(1, sizeof *p); int v = p->next->value; free(p); return v; }',
  'a link past the last node':
    'int main(void) { struct node c = {0, 0, 1}, b = {&c, 0, 1}, a = {&b, 0, 1}; return a.next->next->next->value; }',
  'a missing back link': 'int main(void) { struct node b = {0, 0, 1}, a = {&b, 0, 1}; return a.next->prev->value; }',
  'a static local':
    'static int f(void) { static int *p; static int x; int v = p ? *p : 0; p = p ? 0 : &x; if (!p) return *p; return v; } int main(void) { f(); return f(); }',
  'a recursion past the last node':
    'static int f(struct node *n, int k) { return k == 0 ? n->value : f(n->next, k - 1); } int main(void) { struct node b = {0, 0, 1}, a = {&b, 0, 1}; return f(&a, 2); }',
  'mutual recursion':
    'static int g(int *p, int k); static int f(int *p, int k) { return g(k > 3 ? 0 : p, k); } static int g(int *p, int k) { return k > 4 ? *p : f(p, k + 1); } int main(void) { int x; return f(&x, 0); }',
  'a pointer to a pointer':
    'static void clear(int **p) { *p = 0; } int main(void) { int x; int *p = &x; clear(&p); return *p; }',
  'two names for one pointer':
    'int main(void) { int x; int *p = &x; int **a = &p, **b = &p; *a = &x; *b = 0; return **a; }',
  'a flexible array':
    'struct v { int n; int a[]; }; int main(void) { struct v *v = malloc(sizeof *v + 4 * sizeof(int)); v->n = 4; for (int i = 0; i <= v->n; i++) v->a[i] = i; free(v); return 0; }',
  'an input':
    'int main(void) { int a[10]; unsigned char i = __VERIFIER_nondet_uchar(); __VERIFIER_assume(i <= 200); a[i] = 0; return 0; }',
  'a jump':
    'int main(void) { int x = 0; int *p = &x; int n = 0; again: *p = 1; if (n++ == 2) { return 0; } if (n == 2) p = 0; goto again; }',
  'a case that falls through':
    'int main(void) { int x; int *p = &x; switch (1) { case 1: p = 0; case 2: *p = 1; } return 0; }',
  'a computed jump':
    'int main(void) { int x; int *p = &x; void *t[] = { &&a, &&b }; goto *t[1]; a: return 0; b: p = 0; return *p; }',
  'a bit-field': 'struct { unsigned k : 2; } s; int main(void) { int a[3]; s.k = 7; a[s.k] = 1; return 0; }',
  'a null function pointer': 'static int (*f)(void); int main(void) { return f(); }',
  'a pointer written byte by byte':
    'int main(void) { int x; int *p = &x; char *b = (char *)&p; for (int i = 0; i < 8; i++) b[i] = 0; return *p; }',
  'a tree with a shared child':
    'struct t { struct t *l, *r; }; static void drop(struct t *t) { if (!t) return; drop(t->l); drop(t->r); free(t); } int main(void) { struct t *c = calloc(1, sizeof *c), *a = calloc(1, sizeof *a); a->l = c; a->r = c; drop(a); return 0; }',
  'memory freed through an alias':
    'static void drop(struct node *n) { free(n->next); } int main(void) { struct node *a = calloc(1, sizeof *a); a->next = calloc(1, sizeof *a); struct node *b = a->next; drop(a); int v = b->value; free(a); return v; }',
  'a function pointer of another type':
    'static int g(void *p) { return 0; } static int f(int *p) { return *p; } static int (*t[])(void *) = { g, (int (*)(void *))f }; int main(void) { return t[1](0); }',
  'a function pointer copied by bytes':
    'static int g(void *p) { return 0; } static int f(int *p) { return *p; } int main(void) { int (*k)(void *) = g; int (*l)(int *) = f; memcpy(&k, &l, sizeof k); return k(0); }',
  'a null function pointer in a table':
    'static int f(void) { return 0; } static int (*const t[3])(void) = { f, f }; int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += t[i](); return s; }',
  'a call of an integer':
    'static int g(void) { return 0; } int main(void) { int (*k)(void) = g; k(); k = (int (*)(void))5; return k(); }',
  'a number truncated by a bit-field':
    'struct { unsigned f : 2; } s; int main(void) { int x; int *p = (s.f = 4) ? &x : 0; return *p; }',
  'an alias of a function':
    'static int f(int *p) { return *p; } int g(int *p) __attribute__((alias("f"))); int main(void) { return g(0); }',
  'an alias of a symbol': 'int f(int *p) { return *p; } int g(int *p) __asm__("" "f"); int main(void) { return g(0); }',
  'a library function under another name':
    'char *look(const char *) __asm__("getenv"); int main(void) { return *look("NONE"); }',
  'a library function under the name of another':
    'char *strdup(const char *) __asm__("getenv"); int main(void) { return *strdup("NONE"); }',
  'an own allocator under the name of another':
    'void *malloc(size_t) __asm__("get"); void *get(size_t n) { return 0; } int main(void) { int *p = malloc(4); *p = 1; return 0; }',
  'a definition that replaces a library function':
    'size_t measure(const char *) __asm__("strlen"); size_t measure(const char *s) { int *p = 0; return *p; } int main(void) { return strlen("a"); }',
  'a comparison of two aliases of a variable':
    'int f(void) { return 0; } int g(void) __asm__("f"); int main(void) { int x, *p = &x; int (*k)(void) = g; if (k == f) p = 0; return *p; }',
  'a comparison of two aliases of a function':
    'int f(void) { return 0; } int g(void) __attribute__((alias("f"))); int main(void) { int x, *p = &x; int (*k)(void) = g; if (k == f) p = 0; return *p; }',
  'a variable under the symbol of another':
    'int *x; extern int *y __asm__("x"); int main(void) { int n; x = &n; y = 0; return *x; }',
  'a stand-in for another definition':
    'extern inline __attribute__((gnu_inline)) int f(int *p) { return 0; } int f(int *p) { return *p; } int main(void) { return f(0); }',
  'a stand-in that is its own definition':
    'int f(int *); int deeper(int *) __asm__("f"); extern inline __attribute__((gnu_inline)) int f(int *p) { return p ? deeper(p) : *p; } int main(void) { return f(0); }',
  'a negative character': 'int main(void) { const char *s = "\\x80"; int x, *p = &x; if (s[0] < 0) p = 0; return *p; }',
  'an unsigned number read as signed':
    'union { unsigned u; int i; } u; int main(void) { u.u = 0x80000000u; int x, *p = &x; if (u.i < 0) p = 0; return *p; }',
  'a signed constant read as unsigned':
    'static const signed char t[2] = { -1, -128 }; int main(void) { int x, *p = &x; if (((unsigned char *)t)[1] == 128) p = 0; return *p; }',
  'a truncated 128-bit number':
    'int main(void) { unsigned __int128 w = 1; w <<= 64; int x, *p = &x; if ((unsigned long)w == 0 && w != 0) p = 0; return *p; }',
  'a counter that wraps below a larger bound':
    'int main(void) { unsigned long n = 0x100000000; int x, *p = &x; for (unsigned i = 0xfffffff0u; i < n; i++) if (i == 0) { p = 0; break; } return *p; }',
  'an uninitialised pointer that is freed': 'int main(void) { int *p; free(p); return 0; }',
  'an own allocator': 'void *malloc(size_t n) { return 0; } int main(void) { char *p = malloc(1); *p = 1; return 0; }',
  'an abort that returns': 'void abort(void) {} int main(void) { int *p = 0; if (!p) abort(); return *p; }',
};

const release: Broken = {
  'a partly cleared pointer': 'int main(void) { char *q = malloc(4); memset(&q, 0, 4); free(q); return 0; }',
  'a double free through a copy':
    'struct s { int *p; }; int main(void) { struct s a = { malloc(4) }; struct s b = a; free(a.p); free(b.p); return 0; }',
  'a double free in a cyclic list':
    'int main(void) { struct node *a = calloc(1, sizeof *a); a->next = calloc(1, sizeof *a); struct node *b = a->next; free(b); free(a->next == b ? b : a); return 0; }',
  'an interior pointer': 'int main(void) { char *p = malloc(4); p++; free(p); return 0; }',
  'a member': 'int main(void) { struct node *p = malloc(sizeof *p); free(&p->value); return 0; }',
  'a local': 'int main(void) { int x; int *p = &x; free(p); return 0; }',
  'a global': 'int x; int main(void) { free(&x); return 0; }',
  'a literal': 'int main(void) { char *p = "abc"; free(p); return 0; }',
  'an exit handler':
    'static int *g; static void last(void) { free(g); } int main(void) { g = malloc(4); free(g); atexit(last); return 0; }',
  'after realloc': 'int main(void) { int *p = malloc(4); int *q = realloc(p, 400); free(p); free(q); return 0; }',
  'a free in a loop': 'int main(void) { int *p = malloc(4); for (int i = 0; i < 2; i++) free(p); return 0; }',
  'a pointer across two words':
    'int main(void) { char *b = calloc(1, 16); char *q = malloc(4); *(char **)(b + 4) = q; free(*(char **)b); free(q); free(b); return 0; }',
  'realloc of freed memory': 'int main(void) { int *p = malloc(4); free(p); p = realloc(p, 8); free(p); return 0; }',
  'realloc of memory that realloc has moved':
    'int main(void) { int *p = malloc(4), *q = p; p = realloc(p, 8); q = realloc(q, 8); free(p); return 0; }',
};

const lost: Broken = {
  'four bits of an address':
    'union { void *p; struct { unsigned long low : 4; } bits; } u; int main(void) { u.p = malloc(4); free((void *)(unsigned long)u.bits.low); u.p = 0; return 0; }',
  'an element overwritten': 'int *a[2]; int main(void) { a[0] = malloc(4); a[0] = malloc(4); free(a[0]); return 0; }',
  'a struct overwritten':
    'struct s { int *p; }; int main(void) { struct s a = { malloc(4) }, b = { 0 }; a = b; return 0; }',
  'a struct set to zero':
    'struct s { int *p; }; int main(void) { struct s a = { malloc(4) }; memset(&a, 0, sizeof a); return 0; }',
  'a copy that is never freed': 'int main(void) { char *p = strdup("abc"); return p[0]; }',
  'an unused result': 'static int *f(void) { return malloc(4); } int main(void) { f(); return 0; }',
  'the rest of a list':
    'int main(void) { struct node *a = calloc(1, sizeof *a); a->next = calloc(1, sizeof *a); free(a); return 0; }',
  'a ring':
    'int main(void) { struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *a); a->next = b; b->next = a; a = b = 0; return 0; }',
  'a recursion':
    'static void f(int n) { int *p = malloc(4); if (n > 0) f(n - 1); else { free(p); p = 0; } } int main(void) { f(2); return 0; }',
  'an early return':
    'int main(void) { int *p = malloc(4); if (__VERIFIER_nondet_int() > 5) return 1; free(p); return 0; }',
  'a static local overwritten':
    'static void f(void) { static int *p; p = malloc(4); } int main(void) { f(); f(); return 0; }',
  'a union overwritten': 'union { int *p; long n; } u; int main(void) { u.p = malloc(4); u.n = 0; return 0; }',
  'an exit handler':
    'static void last(void) { int *p = malloc(4); *p = 1; } int main(void) { atexit(last); return 0; }',
  'a number in a union of the heap':
    'union u { long n; int *p; }; int main(void) { union u *u = calloc(1, sizeof *u); u->n = 5; int *q = malloc(4); if (u->p) q = 0; free(q); free(u); return 0; }',
  'a number at the beginning of a union':
    'struct { union { long n; int *p; } u; int k; } s = { { 5 }, 1 }; int main(void) { int *q = malloc(4); if (s.u.p) q = 0; free(q); return 0; }',
  'characters read as a pointer':
    'int main(void) { char *b = calloc(1, 8); for (int i = 0; i < 8; i++) b[i] = 1; int *q = malloc(4); if (*(int **)b) q = 0; free(q); free(b); return 0; }',
  'a floating-point number read as an integer':
    'int main(void) { float f; *(int *)&f = 0; f = 1.0f; int *q = malloc(4); if (*(int *)&f) q = 0; free(q); return 0; }',
  'a floating-point number read as a pointer':
    'union { double d; int *p; } u; int main(void) { u.d = 1.5; int *q = malloc(4); if (u.p) q = 0; free(q); return 0; }',
  'a number written by bytes':
    'static int g; int main(void) { ((char *)&g)[1] = 1; int *q = malloc(4); if (g) q = 0; free(q); return 0; }',
  'two bit-fields':
    'struct { unsigned f : 2, g : 2; } s; int main(void) { s.f = 1; s.g = 0; int *q = malloc(4); if (s.f) q = 0; free(q); return 0; }',
  'a pointer in an object without pointers':
    'struct w { long n; }; int main(void) { struct w w; *(int **)&w = malloc(4); w = (struct w){ 0 }; return 0; }',
  'a pointer assembled from bytes':
    'int main(void) { int *q = malloc(4); int **a = &q, **r; for (unsigned i = 0; i < sizeof r; i++) ((char *)&r)[i] = ((char *)&a)[i]; *r = 0; free(q); return 0; }',
  'memory cleared through an encoded address':
    'int main(void) { int *q = malloc(4); unsigned long u = (unsigned long)&q; u ^= 1; u ^= 1; memset((void *)u, 0, 8); free(q); return 0; }',
  'an object assigned through an encoded address':
    'struct s { int *p; }; int main(void) { struct s q = { malloc(4) }, z = { 0 }; unsigned long u = (unsigned long)&q; u ^= 1; u ^= 1; *(struct s *)u = z; free(q.p); return 0; }',
  'half of a wide number':
    'union { __int128 n; long h[2]; } u; int main(void) { u.n = 0; u.h[1] = 1; int *q = malloc(4); if (u.n) q = 0; free(q); return 0; }',
  'half of a wide variable':
    'int main(void) { __int128 n = 0; ((long *)&n)[1] = 1; int *q = malloc(4); if (n) q = 0; free(q); return 0; }',
  'a wide number over two pointers':
    'union { __int128 n; int *p[2]; } u; int main(void) { u.p[1] = malloc(4); u.n = 0; return 0; }',
  'an own free': 'void free(void *p) {} int main(void) { char *p = malloc(1); free(p); return 0; }',
};

/** Errors that no run shows: in the interpreter constants are writable and variables are far apart. */
const unseen: Broken = {
  'a string literal that is written': 'int main(void) { char *p = "abc"; p[0] = 0; return 0; }',
  'a string literal that is copied to': 'int main(void) { char *p = "abc"; strcpy(p, "x"); return 0; }',
  'a constant that is written': 'static const int c[2] = { 1, 2 }; int main(void) { ((int *)c)[1] = 3; return 0; }',
  'a constant that is assigned':
    'struct s { int a, b; }; static const struct s c = { 1, 2 }; int main(void) { struct s d = { 3, 4 }; *(struct s *)&c = d; return 0; }',
  'an access past a variable into another':
    'int main(void) { int a[2], b[2], x; int *p = &x; if (a + 2 == b) p = 0; *p = 1; return 0; }',
  'a weak function': 'int f(void) __attribute__((weak)); int main(void) { return f(); }',
  'a function resolved at load time':
    'static int f(int *p) { return *p; } static void *choose(void) { return (void *)f; } int g(int *p) __attribute__((ifunc("choose"))); int main(void) { return g(0); }',
  'a function pointer with an offset':
    'static int g(void) { return 0; } int main(void) { int (*k)(void) = (int (*)(void))((char *)g + 1); return k(); }',
};

describe.each([
  ['valid-deref', deref],
  ['valid-free', release],
  ['valid-memtrack', lost],
] as [Property, Broken][])('%s is not proved of', (property, programs) => {
  it.each(Object.entries(programs))('%s', async (_, text) => {
    const unit = readUnit('a.c', new TextEncoder().encode(PRELUDE + text), LP64);
    expect(unit.lost).toEqual([]);
    const seen = findViolations([unit], new Set([property]), { steps: SEARCH, allocations: 'succeed' });
    expect([...seen.keys()]).toEqual([property]);
    expect(await fooledBy(unit, property)).toEqual([]);
  });
});

describe('valid-deref is not proved, although no run violates it, of', () => {
  it.each(Object.entries(unseen))('%s', async (_, text) => {
    const unit = readUnit('a.c', new TextEncoder().encode(PRELUDE + text), LP64);
    expect(unit.lost).toEqual([]);
    expect(await fooledBy(unit, 'valid-deref')).toEqual([]);
  });
});

describe('nothing is proved of two aliases of one symbol,', () => {
  it.each([
    [
      'a function with internal linkage',
      'static int f(int *p) { return *p; } int g(int *p) __asm__("" "f"); int main(void) { return f(0) + g(0); }',
    ],
    [
      'two functions',
      'int f(int *p) { return 0; } int g(int *p) __asm__("f"); int g(int *p) { return *p; } int main(void) { return f(0); }',
    ],
    [
      'variables of two types',
      'int *x; extern char *y __asm__("x"); int main(void) { int n; x = &n; y = 0; return *x; }',
    ],
    [
      'a variable',
      'int *x; extern int *y __attribute__((alias("x"))); int main(void) { int n; x = &n; y = 0; return *x; }',
    ],
  ])('%s', async (_, text) => {
    const unit = readUnit('a.c', new TextEncoder().encode(PRELUDE + text), LP64);
    expect(unit.lost.map(({ reason }) => reason.message)).toEqual([expect.stringContaining('is an alias of')]);
    expect(await fooledBy(unit, 'valid-deref')).toEqual([]);
  });

  it('but names of library functions are treated like others', () => {
    const text = 'int scan(const char *, ...) __asm__("__isoc99_scan"); int main(void) { return scan(""); }';
    expect(readUnit('a.c', new TextEncoder().encode(text), LP64).lost).toEqual([]);
  });
});

/** The engines that claim a proof. */
async function fooledBy(unit: Unit, property: Property): Promise<string[]> {
  const program = linkWithModels([unit], LP64, []);
  const request = { program, entry: program.functionNamed('main')! };
  const fooled: string[] = [];
  for (const name of PROVERS) {
    const options = { mallocMayFail: false, leakAtExit: false, budget: 4_000 };
    const result = (await findProver(name)).analyse({ ...request, options });
    const obligations = [...result.obligations, ...blindSpots({ units: [unit], program }, request)];
    if (proves({ ...result, obligations }, property)) fooled.push(name);
  }
  return fooled;
}

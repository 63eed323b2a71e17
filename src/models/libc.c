/* What the C library does to the heap, in C. Needs no preprocessor; read once per target.
 *
 * __caulk_alloc(n)         a fresh block of n bytes, not initialised; null where allocations may fail
 * __caulk_free(p)          frees the block at p; p may be null
 * __caulk_escape(p)        unknown code may keep p and change what it reaches
 * __caulk_nondet()         any int; __caulk_nondet_long: any long
 * __caulk_never_returns()  the program ends here
 * __caulk_read(p, n)       n bytes at p are read; __caulk_write: overwritten by numbers; __caulk_clear: by zeroes
 * __caulk_copy(d, s, n)    n bytes are copied, pointers included; __caulk_move(d, s): as much of a block as fits
 */

typedef __typeof__(sizeof 0) size_t;
typedef struct _IO_FILE FILE;

void *__caulk_alloc(size_t size);
void __caulk_free(void *p);
void __caulk_escape(const void *p);
int __caulk_nondet(void);
long __caulk_nondet_long(void);
void __caulk_never_returns(void);
void __caulk_read(const void *p, size_t size);
void __caulk_write(void *p, size_t size);
void __caulk_clear(void *p, size_t size);
void __caulk_copy(void *to, const void *from, size_t size);
void __caulk_move(void *to, const void *from);

/* ---- stdlib.h: memory ---- */

void *malloc(size_t size) { return __caulk_alloc(size); }

void *calloc(size_t count, size_t size) {
  void *p = __caulk_alloc(count * size);
  if (p)
    __caulk_clear(p, count * size);
  return p;
}

void free(void *p) { __caulk_free(p); }

void *realloc(void *old, size_t size) {
  void *p = __caulk_alloc(size);
  if (p && old) {
    __caulk_move(p, old);
    __caulk_free(old);
  }
  return p;
}

void *aligned_alloc(size_t align, size_t size) { return __caulk_alloc(size); }

void *__builtin_malloc(size_t size) { return __caulk_alloc(size); }
void *__builtin_calloc(size_t count, size_t size) { return calloc(count, size); }
void __builtin_free(void *p) { __caulk_free(p); }

/* ---- stdlib.h: the end of the program, and numbers ---- */

void exit(int status) { __caulk_never_returns(); }
void _exit(int status) { __caulk_never_returns(); }
void _Exit(int status) { __caulk_never_returns(); }
void abort(void) { __caulk_never_returns(); }
void __builtin_abort(void) { __caulk_never_returns(); }
void __builtin_trap(void) { __caulk_never_returns(); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { __caulk_never_returns(); }
void reach_error(void) { __caulk_never_returns(); }
void __VERIFIER_error(void) { __caulk_never_returns(); }

/* How far a string goes depends on where its terminator is, which no engine follows: the reading is left open. */
static void read_string(const char *s) { __caulk_read(s, 1); __caulk_read(s, (size_t)__caulk_nondet_long()); }

int atoi(const char *s) { read_string(s); return __caulk_nondet(); }
long atol(const char *s) { read_string(s); return __caulk_nondet_long(); }
int rand(void) { int r = __caulk_nondet(); return r < 0 ? 0 : r; }
void srand(unsigned seed) {}
int abs(int x) { return x < 0 ? -x : x; }
long time(long *t) { long now = __caulk_nondet_long(); if (t) *t = now; return now; }
char *getenv(const char *name) { read_string(name); return (char *)(size_t)__caulk_nondet_long(); }

/* ---- verification tasks; their inputs, __VERIFIER_nondet_*, are known to the engines ---- */

void __VERIFIER_assume(int condition) { if (!condition) __caulk_never_returns(); }

/* ---- string.h ---- */

size_t strlen(const char *s) {
  read_string(s);
  return (size_t)__caulk_nondet_long();
}

char *strdup(const char *s) {
  size_t n = strlen(s);
  char *p = __caulk_alloc(n + 1);
  if (p) {
    __caulk_write(p, n + 1);
    p[n] = 0;
  }
  return p;
}

char *strndup(const char *s, size_t most) {
  size_t n = strlen(s);
  char *p = __caulk_alloc(n + 1);
  if (p) {
    __caulk_write(p, n + 1);
    p[n] = 0;
  }
  return p;
}

void *memcpy(void *to, const void *from, size_t size) { __caulk_copy(to, from, size); return to; }
void *memmove(void *to, const void *from, size_t size) { __caulk_copy(to, from, size); return to; }
void *__builtin_memcpy(void *to, const void *from, size_t size) { __caulk_copy(to, from, size); return to; }
void *__builtin_memmove(void *to, const void *from, size_t size) { __caulk_copy(to, from, size); return to; }

void *memset(void *p, int value, size_t size) {
  if (value == 0)
    __caulk_clear(p, size);
  else
    __caulk_write(p, size);
  return p;
}

void *__builtin_memset(void *p, int value, size_t size) { return memset(p, value, size); }

int memcmp(const void *a, const void *b, size_t size) {
  __caulk_read(a, size);
  __caulk_read(b, size);
  return __caulk_nondet();
}

char *strcpy(char *to, const char *from) {
  size_t n = strlen(from);
  __caulk_write(to, n + 1);
  to[n] = 0;
  return to;
}

char *strncpy(char *to, const char *from, size_t size) {
  read_string(from);
  __caulk_write(to, size);
  return to;
}

char *strcat(char *to, const char *from) {
  size_t n = strlen(from);
  read_string(to);
  __caulk_write(to, n + 1);
  return to;
}

int strcmp(const char *a, const char *b) { read_string(a); read_string(b); return __caulk_nondet(); }
int strncmp(const char *a, const char *b, size_t n) { return strcmp(a, b); }
int strcasecmp(const char *a, const char *b) { return strcmp(a, b); }

char *strchr(const char *s, int c) {
  size_t n = strlen(s);
  size_t at = (size_t)__caulk_nondet_long();
  return at <= n ? (char *)s + at : 0;
}

char *strrchr(const char *s, int c) { return strchr(s, c); }
char *strstr(const char *s, const char *part) { read_string(part); return strchr(s, 0); }

/* ---- stdio.h ---- */

int printf(const char *format, ...) { return __caulk_nondet(); }
int fprintf(FILE *stream, const char *format, ...) { return __caulk_nondet(); }
int puts(const char *s) { read_string(s); return __caulk_nondet(); }
int putchar(int c) { return __caulk_nondet(); }
int getchar(void) { return __caulk_nondet(); }
int fputs(const char *s, FILE *stream) { read_string(s); return __caulk_nondet(); }
int fflush(FILE *stream) { return __caulk_nondet(); }
int snprintf(char *to, size_t size, const char *format, ...) { if (size) __caulk_write(to, size); return __caulk_nondet(); }
void perror(const char *s) {}

/* ---- ctype.h ---- */

int isdigit(int c) { return __caulk_nondet(); }
int isspace(int c) { return __caulk_nondet(); }
int isalpha(int c) { return __caulk_nondet(); }
int isalnum(int c) { return __caulk_nondet(); }
int toupper(int c) { return __caulk_nondet(); }
int tolower(int c) { return __caulk_nondet(); }

/* ---- builtins that only compute ---- */

long __builtin_expect(long value, long expected) { return value; }

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  __caulk_write(to, size * count);
  return (size_t)__caulk_nondet_long();
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  __caulk_read(from, size * count);
  return (size_t)__caulk_nondet_long();
}

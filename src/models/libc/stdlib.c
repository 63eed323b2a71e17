/* stdlib.h except for memory; inttypes.h, alloca.h, errno.h, assert.h, setjmp.h: setjmp has no model, jumps are not
   followed. */

/* ---- the end of the program ---- */

void exit(int status) { __caulk_never_returns(); }
void _exit(int status) { __caulk_never_returns(); }
void _Exit(int status) { __caulk_never_returns(); }
void quick_exit(int status) { __caulk_never_returns(); }
void abort(void) { __caulk_never_returns(); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { __caulk_never_returns(); }
void __assert(const char *text, const char *file, int line) { __caulk_never_returns(); }
void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) { __caulk_never_returns(); }
void __stack_chk_fail(void) { __caulk_never_returns(); }
void __chk_fail(void) { __caulk_never_returns(); }

/* Exit handlers are not followed. */
int atexit(void (*f)(void)) { __caulk_later(f); return __caulk_nondet(); }
int at_quick_exit(void (*f)(void)) { __caulk_later(f); return __caulk_nondet(); }
int on_exit(void (*f)(int, void *), void *data) { __caulk_escape(data); __caulk_later(f); return __caulk_nondet(); }
int __cxa_atexit(void (*f)(void *), void *data, void *handle) { __caulk_escape(data); __caulk_later(f); return __caulk_nondet(); }

/* ---- numbers ---- */

int atoi(const char *s);
long atol(const char *s);
long long atoll(const char *s);
double atof(const char *s);

/* The end of the number. */
static void number_in(const char *s, char **end) { size_t n = strlen(s); if (end) *end = (char *)s + some_part(n); }

long strtol(const char *s, char **end, int base) { number_in(s, end); return __caulk_nondet_long(); }
unsigned long strtoul(const char *s, char **end, int base) { number_in(s, end); return __caulk_nondet_long(); }
long long strtoll(const char *s, char **end, int base) { number_in(s, end); return __caulk_nondet_long(); }
unsigned long long strtoull(const char *s, char **end, int base) { number_in(s, end); return __caulk_nondet_long(); }
long long strtoq(const char *s, char **end, int base) { number_in(s, end); return __caulk_nondet_long(); }
long long strtoimax(const char *s, char **end, int base) { number_in(s, end); return __caulk_nondet_long(); }
unsigned long long strtoumax(const char *s, char **end, int base) { number_in(s, end); return __caulk_nondet_long(); }
double strtod(const char *s, char **end) { number_in(s, end); return __caulk_nondet_double(); }
float strtof(const char *s, char **end) { number_in(s, end); return __caulk_nondet_double(); }
long double strtold(const char *s, char **end) { number_in(s, end); return __caulk_nondet_double(); }
long long strtonum(const char *s, long long low, long long high, const char **error) { __caulk_string(s); if (error) *error = somewhere_or_null(); return __caulk_nondet_long(); }

/* The least number has no absolute value, and stays what it is. */
int abs(int x) { return x < 0 && x != -0x7fffffff - 1 ? -x : x; }
long labs(long x) { return x < 0 && x != (long)((unsigned long)1 << (8 * sizeof x - 1)) ? -x : x; }
long long llabs(long long x) { return x < 0 && x != -0x7fffffffffffffffLL - 1 ? -x : x; }
long long imaxabs(long long x) { return llabs(x); }

struct quotient {
  int quotient, rest;
};

struct long_quotient {
  long quotient, rest;
};

struct wide_quotient {
  long long quotient, rest;
};

struct quotient div(int x, int y) { struct quotient q; q.quotient = __caulk_nondet(); q.rest = __caulk_nondet(); return q; }
struct long_quotient ldiv(long x, long y) { struct long_quotient q; q.quotient = __caulk_nondet_long(); q.rest = __caulk_nondet_long(); return q; }
struct wide_quotient lldiv(long long x, long long y) { struct wide_quotient q; q.quotient = __caulk_nondet_long(); q.rest = __caulk_nondet_long(); return q; }
struct wide_quotient imaxdiv(long long x, long long y) { return lldiv(x, y); }
int rand(void) { int r = __caulk_nondet(); return r < 0 ? 0 : r; }
void srand(unsigned seed);
int rand_r(unsigned *seed);
long random(void) { long r = __caulk_nondet(); return r < 0 ? 0 : r; }
void srandom(unsigned seed);
char *initstate(unsigned seed, char *state, size_t n) { __caulk_write(state, n); __caulk_escape(state); __caulk_unfollowed(); return somewhere_or_null(); }
char *setstate(char *state) { __caulk_escape(state); __caulk_unfollowed(); return somewhere_or_null(); }
double drand48(void);
long lrand48(void);
long mrand48(void);
void srand48(long seed);
long jrand48(unsigned short *seed) { __caulk_write(seed, 6); return __caulk_nondet_long(); }
long nrand48(unsigned short *seed) { return jrand48(seed); }
double erand48(unsigned short *seed) { __caulk_write(seed, 6); return __caulk_nondet_double(); }
unsigned arc4random(void);
unsigned arc4random_uniform(unsigned bound);
void arc4random_buf(void *p, size_t size) { __caulk_write(p, size); }
ssize_t getrandom(void *p, size_t size, unsigned flags) { __caulk_write(p, size); return up_to(size); }
int getentropy(void *p, size_t size) { __caulk_write(p, size); return __caulk_nondet(); }
int getloadavg(double *averages, int n) { if (n > 0) __caulk_write(averages, n * sizeof *averages); return __caulk_nondet(); }

/* ---- the environment ---- */

char *getenv(const char *name) { __caulk_string(name); return found_or_null(); }
char *secure_getenv(const char *name) { __caulk_string(name); return found_or_null(); }
/* The library replaces the array when it grows. */
extern char **environ;
/* The library may replace the array, and keeps the old one. */
static void change_environment(char **now) { __caulk_escape(environ); environ = now; }
int setenv(const char *name, const char *value, int overwrite) { __caulk_string(name); __caulk_string(value); change_environment(somewhere()); return __caulk_nondet(); }
int unsetenv(const char *name) { __caulk_string(name); change_environment(somewhere_or_null()); return __caulk_nondet(); }
/* The string itself becomes part of the environment, and is read whenever that is searched. */
int putenv(char *s) { __caulk_string(s); __caulk_escape(s); __caulk_unfollowed(); change_environment(somewhere()); return __caulk_nondet(); }
int clearenv(void) { change_environment(somewhere_or_null()); return __caulk_nondet(); }
int system(const char *command) { read_optional(command); return __caulk_nondet(); }
char *realpath(const char *path, char *resolved) {
  __caulk_string(path);
  if (!resolved)
    return __caulk_unforeseen() ? new_string() : 0;
  __caulk_write(resolved, 4096);
  return __caulk_unforeseen() ? resolved : 0;
}
char *canonicalize_file_name(const char *path) { return realpath(path, 0); }
int getsubopt(char **options, char *const *tokens, char **value) {
  char *s = *options;
  size_t n = strlen(s), next = some_part(n), at = some_part(n);
  for (size_t i = 0; tokens[i]; i++)
    __caulk_string(tokens[i]);
  change_string(s, n);
  *options = s + next;
  *value = __caulk_nondet() ? s + at : 0;
  return __caulk_nondet();
}

/* The name is written in place. */
static void make_name(char *name) { change_string(name, strlen(name)); }

int mkstemp(char *name) { make_name(name); return number_or_failure(); }
int mkstemps(char *name, int n) { make_name(name); return number_or_failure(); }
int mkostemp(char *name, int flags) { make_name(name); return number_or_failure(); }
int mkostemps(char *name, int n, int flags) { make_name(name); return number_or_failure(); }
char *mkdtemp(char *name) { make_name(name); return __caulk_nondet() ? name : 0; }
char *mktemp(char *name) { make_name(name); return name; }
int posix_openpt(int flags) { return number_or_failure(); }
int grantpt(int fd);
int unlockpt(int fd);
char *ptsname(int fd) { return found_or_null(); }
int ptsname_r(int fd, char *to, size_t size) { __caulk_write(to, size); return __caulk_nondet(); }

/* ---- searching and sorting: the callback sees any two elements, while the array is in any order ---- */

/* Permutes the elements of `size` bytes in the n bytes at p. An engine may know that all of them are still there. */
static void __caulk_permute(void *p, size_t n, size_t size) { __caulk_shuffle(p, n); }

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *elements = base;
  if (count > 1) {
    __caulk_permute(base, bytes_in(count, size), size);
    while (__caulk_nondet()) {
      size_t i = some_size(), j = some_size();
      if (i < count && j < count)
        compare(elements + i * size, elements + j * size);
      __caulk_permute(base, bytes_in(count, size), size);
    }
  }
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *data) {
  char *elements = base;
  if (count > 1) {
    __caulk_permute(base, bytes_in(count, size), size);
    while (__caulk_nondet()) {
      size_t i = some_size(), j = some_size();
      if (i < count && j < count)
        compare(elements + i * size, elements + j * size, data);
      __caulk_permute(base, bytes_in(count, size), size);
    }
  }
}

int mergesort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) { qsort(base, count, size, compare); return __caulk_nondet(); }
int heapsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) { qsort(base, count, size, compare); return __caulk_nondet(); }

static void *find_element(const void *key, char *elements, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  while (__caulk_nondet()) {
    size_t i = some_size();
    if (i < count && compare(key, elements + i * size) == 0)
      return elements + i * size;
  }
  return 0;
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) { return find_element(key, (char *)base, count, size, compare); }
void *lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) { return find_element(key, (char *)base, *count, size, compare); }

void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
  void *found = find_element(key, base, *count, size, compare);
  if (found)
    return found;
  found = (char *)base + *count * size;
  __caulk_copy(found, key, size);
  *count += 1;
  return found;
}

/* ---- errno.h: where a program uses it, every other model calls the second of these (definitions.ts) ---- */

static int error_number;
static void __caulk_changes_errno(void) { error_number = __caulk_nondet(); }
int *__errno_location(void) { error_number = __caulk_nondet(); return &error_number; }

/* ---- with a locale of one's own ---- */

double strtod_l(const char *s, char **end, void *locale) { return strtod(s, end); }
long strtol_l(const char *s, char **end, int base, void *locale) { return strtol(s, end, base); }
int rpmatch(const char *s);

/* The vocabulary of models: what library functions do to the heap is said with these.
 *
 * __caulk_alloc(n)           a fresh block of n bytes, not initialised; null where allocations may fail
 * __caulk_free(p)            frees the block at p; p may be null
 * __caulk_escape(p)          unknown code may keep p and change what it reaches
 * __caulk_nondet()           any int; _long, _double, _pointer: any value of that type
 * __caulk_never_returns()    the program ends here
 * __caulk_unfollowed()       code of the program's may run now or later that is not followed: proofs do not cover it
 * __caulk_read(p, n)         n bytes at p are read; __caulk_write: overwritten by numbers; __caulk_clear: by zeroes
 * __caulk_string(s)          the string at s is read up to its end: how far that is no engine follows, but for literals
 * __caulk_ends(s, n)        one of the n bytes at s is zero: a string ends there; n is not 0
 * __caulk_copy(d, s, n)      n bytes are copied, pointers included; __caulk_move(d, s): as much of a block as fits
 * __caulk_shuffle(p, n)      elements in the n bytes at p change places
 */

typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
typedef __builtin_va_list va_list;

void *__caulk_alloc(size_t size);
void __caulk_free(void *p);
void __caulk_escape(const void *p);
int __caulk_nondet(void);
long long __caulk_nondet_long(void);
double __caulk_nondet_double(void);
void *__caulk_nondet_pointer(void);
void __caulk_never_returns(void);
void __caulk_unfollowed(void);
void __caulk_read(const void *p, size_t size);
void __caulk_string(const char *s);
void __caulk_ends(const char *s, size_t size);
void __caulk_write(void *p, size_t size);
void __caulk_clear(void *p, size_t size);
void __caulk_copy(void *to, const void *from, size_t size);
void __caulk_move(void *to, const void *from);
void __caulk_shuffle(void *p, size_t size);

/* A descriptor, the number of a process or a count; -1 if there is none. */
static int number_or_failure(void) {
  int n = __caulk_nondet();
  if (n < -1)
    __builtin_unreachable();
  return n;
}

/* Is the size 0? An engine that looks for likely mistakes may take one that nobody knows for another. */
static int __caulk_is_zero(size_t size) { return size == 0; }

/* Any number of bytes. */
static size_t some_size(void) { return (size_t)__caulk_nondet_long(); }


static void read_wide(const int *s) { __caulk_read(s, 4); __caulk_read(s, some_size()); }

/* A string that may be null. */
static void read_optional(const char *s) { if (s) __caulk_string(s); }

/* A pointer to memory of the library's that nobody need free; never null. */
static void *somewhere(void) {
  void *p = __caulk_nondet_pointer();
  if (!p)
    __builtin_unreachable();
  return p;
}

/* The same, or null. */
static void *somewhere_or_null(void) { return __caulk_nondet() ? somewhere() : 0; }

/* -1 or anything up to `most`. */
static ssize_t up_to(size_t most) {
  ssize_t n = __caulk_nondet_long();
  if (n < -1 || n > (ssize_t)most)
    n = -1;
  return n;
}

/* A new string of the library's making, for the caller to free; null if there is no memory. */
static char *new_string(void) {
  size_t n = some_size();
  char *s;
  if (n == 0)
    n = 1;
  s = __caulk_alloc(n);
  if (s)
    __caulk_write(s, n);
  return s;
}

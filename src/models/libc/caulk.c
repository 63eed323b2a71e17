/* The intrinsics of models: the effects of library functions on the heap.
 *
 * __caulk_alloc(n)           allocates n uninitialised bytes; null where allocations may fail
 * __caulk_free(p)            frees the memory at p; p may be null
 * __caulk_escape(p)          p escapes: unknown code may keep it and change what it reaches
 * __caulk_nondet()           any int; _long, _double, _pointer: any value of that type
 * __caulk_never_returns()    the program ends here
 * __caulk_unfollowed()       code of the program may run, or memory of the program be used, now or later, in ways that are
 *                            not followed: proofs do not cover it
 * __caulk_later(f)           the function f may run at any time from now on: proofs cover it only if it is independent of memory
 * __caulk_read(p, n)         reads n bytes at p; __caulk_write: overwrites them with numbers; __caulk_clear: with zeros
 * __caulk_string(s)          reads the string at s up to its terminator; its length is unknown, except for literals
 * __caulk_ends(s, n)         one of the n bytes at s is zero: a string ends there; n is not 0
 * __caulk_copy(d, s, n)      copies n bytes, pointers included; __caulk_move(d, s): as much of an allocation as fits
 * __caulk_shuffle(p, n)      permutes the elements in the n bytes at p
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
void __caulk_later(const void *f);
void __caulk_read(const void *p, size_t size);
void __caulk_string(const char *s);
void __caulk_ends(const char *s, size_t size);
void __caulk_write(void *p, size_t size);
void __caulk_clear(void *p, size_t size);
void __caulk_copy(void *to, const void *from, size_t size);
void __caulk_move(void *to, const void *from);
void __caulk_shuffle(void *p, size_t size);

/* A descriptor, a process id or a count; -1 on failure. */
static int number_or_failure(void) {
  int n = __caulk_nondet();
  if (n < -1)
    __builtin_unreachable();
  return n;
}

/* Any number, which no caller can foresee: it depends on files, users, the network, the environment. Who gets a null because of
   it has to test for it. */
static int __caulk_unforeseen(void) { return __caulk_nondet(); }

/* Is the size 0? An engine that looks for likely bugs may assume that an unknown size is not. */
static int __caulk_is_zero(size_t size) { return size == 0; }

/* The memory at p must be released by the function of this name, and by no other. Memory without one: by free. */
static void __caulk_released_by(const void *p, const char *name) { }

/* Frees p as the function of this name does; __caulk_free is for free and its like. */
static void __caulk_release(void *p, const char *name) { __caulk_free(p); }

/* Does the product wrap? An engine in which every allocation may fail may assume that it does not. */
static int __caulk_wraps(size_t count, size_t size) {
  size_t half = sizeof(size_t) == 8 ? 0xffffffff : 0xffff;
  if (count <= half && size <= half)
    return 0;
  return size != 0 && count > (size_t)-1 / size;
}

/* Any number of bytes. */
static size_t some_size(void) { return (size_t)__caulk_nondet_long(); }

/* Any number up to `most`. */
static size_t some_part(size_t most) { size_t n = some_size(); return n < most ? n : most; }

/* The bytes of an array; more than there can be if the product wraps. */
static size_t bytes_in(size_t count, size_t size) { return __caulk_wraps(count, size) ? (size_t)-1 : count * size; }

/* A character as an unsigned char, or EOF. */
static int byte_or_end(void) {
  int c = __caulk_nondet();
  if (c < -1 || c > 255)
    __builtin_unreachable();
  return c;
}

/* A string that may be null. */
static void read_optional(const char *s) { if (s) __caulk_string(s); }

/* A pointer to library memory, which the caller need not free; never null. */
static void *somewhere(void) {
  void *p = __caulk_nondet_pointer();
  if (!p)
    __builtin_unreachable();
  return p;
}

/* The same, or null. */
static void *somewhere_or_null(void) { return __caulk_nondet() ? somewhere() : 0; }

/* The same; whether it is null cannot be foreseen. */
static void *found_or_null(void) { return __caulk_unforeseen() ? somewhere() : 0; }

/* -1 or anything up to `most`. Runs from a function have a body of their own for it: usually as much as was asked for. */
static ssize_t up_to(size_t most) {
  ssize_t n = __caulk_nondet_long();
  if (n < -1 || n > (ssize_t)most)
    n = -1;
  return n;
}

/* A new string, which the caller must free; null if there is no memory. */
static char *new_string(void) {
  size_t n = some_size();
  char *s;
  if (n == 0)
    n = 1;
  s = __caulk_alloc(n);
  if (s) {
    __caulk_write(s, n);
    __caulk_ends(s, n);
  }
  return s;
}

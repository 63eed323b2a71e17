// The flag that makes unescape allocate is not set, also when it comes through a wrapper.
#include <stdlib.h>
#include <string.h>
enum { ALLOC = 1, GLOB = 2, GROW = 8, HEAP = 16 };
extern void *stack_alloc(size_t);
extern char *make_space(size_t);
static char *unescape(char *str, int flag) {
  char *p = strpbrk(str, "*?"), *r = str;
  if (!p) return str;
  if (flag & ALLOC) {
    if (flag & GROW) r = make_space(9);
    else if (flag & HEAP) {
      r = malloc(strlen(str) + 1);
      if (!r) exit(1);
    } else r = stack_alloc(10);
    strcpy(r, str);
  }
  return r;
}
static inline char *prepare(const char *s, int flag) {
  flag |= GLOB;
  return unescape((char *)s, flag);
}
extern int match(const char *, const char *);
int matches(char *s, const char *t) { return match(prepare(s, ALLOC | GROW), t); }

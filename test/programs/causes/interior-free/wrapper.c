// The block comes from a function of the program that copies into zeroed memory; the pointer is moved before it is freed.
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
  size_t n = strlen(s) + 1;
  char *r = calloc(1, n);
  if (!r)
    exit(1);
  memcpy(r, s, n);
  return r;
}

int address(const char *s) {
  char *a = copy(s);
  if (*a == '[')
    a++;
  free(a); // WARN(invalid-free)
  return 0;
}

int kept(const char *s) {
  char *a = copy(s), *p = a;
  if (*p == '[')
    p++;
  int c = *p;
  free(a); // NOWARN
  return c;
}

// Two functions have different addresses.
#include <stdlib.h>

typedef void release(void *);

static void nothing(void *p) { (void)p; }

void drop(char *p, int own) {
  release *r = own ? free : nothing;
  if (own) free(p);
  if (r == nothing) p[0] = 0; // NOWARN
}

void drop_wrong(char *p, int own) {
  release *r = own ? free : nothing;
  if (own) free(p);
  if (r == free) p[0] = 0; // WARN(use-after-free)
}

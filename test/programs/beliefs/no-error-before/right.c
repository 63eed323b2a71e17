// The callers of `module` clear the code; `make` sets it only if it returns null.
#include <stdlib.h>

struct context {
  int error;
};

static char *make(struct context *c, int n) {
  char *p = malloc((size_t)n);
  if (!p) {
    c->error = 7;
    return NULL;
  }
  p[0] = 0;
  return p;
}

int module(struct context *c, int n) {
  char *p = make(c, n);
  if (c->error) return c->error; // NOWARN
  int first = p[0];
  free(p);
  return first;
}

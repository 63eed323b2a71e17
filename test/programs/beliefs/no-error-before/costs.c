// The code of an earlier call is still there.
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
  if (c->error) return c->error; // MISSED(leak): a code from before
  int first = p[0];
  free(p);
  return first;
}

int main(int argc, char **argv) {
  struct context c = {argc};
  return module(&c, 4) + (argv[0] != NULL);
}

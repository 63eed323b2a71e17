// The comparison detects a change of the state; that the variable is initially null does not matter.

#include <stdio.h>

struct state {
  int n;
};

struct context {
  struct state *now; // never null
};

int parse(struct context *c, const char *s) {
  struct state *last = NULL;
  int sum = 0;
  for (; *s; s++) {
    if (c->now != last) puts("another state");
    sum += c->now->n; // NOWARN
    last = c->now;
  }
  return sum;
}

// The variable is compared to see whether the state has changed; that it is null at first does not matter.

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

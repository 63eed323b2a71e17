// A function sets what it gets, or makes a new one for null. What this caller passes is null only if its own argument is.
#include <stdlib.h>

struct time {
  int seconds;
};

struct certificate {
  struct time before;
};

struct time *adjust(struct time *t, int n) {
  if (t == NULL) {
    t = malloc(sizeof *t);
    if (t == NULL) return NULL;
  }
  t->seconds = n;
  return t;
}

static struct time *before_of(struct certificate *c) {
  if (c == NULL) return NULL;
  return &c->before;
}

int set_before(struct certificate *c, int n) {
  if (adjust(before_of(c), n) == NULL) return 0; // NOWARN
  return 1;
}

int set_none(int n) {
  if (adjust(NULL, n) == NULL) return 0; // WARN(leak): a new one
  return 1;
}

int set_tested(struct certificate *c, int n) {
  struct time *t = before_of(c);
  if (t == NULL) n = 0;
  if (adjust(t, n) == NULL) return 0; // WARN(leak): null has been tested for
  return 1;
}

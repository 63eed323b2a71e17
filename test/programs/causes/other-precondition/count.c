// A table without elements is not read, though its pointer is stale.
#include <stdlib.h>

struct table {
  int *elements;
  int count;
};

static void release(struct table *t) {
  if (t->count > 0) t->elements[t->count - 1] = 0;
  if (t->count > 0) free(t->elements);
  t->elements = NULL;
}

void reset(struct table *t) {
  free(t->elements);
  t->count = 0;
  release(t); // NOWARN
}

void reset_late(struct table *t) {
  free(t->elements);
  t->count = 2;
  release(t); // WARN(use-after-free)
}

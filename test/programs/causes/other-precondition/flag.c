// A callee that touches the freed object only where a flag of another object is set, which it is not here.
#include <stdlib.h>

struct item {
  char *name;
  int uses;
};

struct box {
  struct item *item;
  int kept;
};

static void finish(struct box *b) {
  if (b->kept) b->item->uses = 0;
  if (b->kept) free(b->item);
  free(b);
}

void drop(struct item *i) {
  struct box *b = malloc(sizeof *b);
  if (!b) return;
  b->item = i;
  b->kept = 0;
  free(i);
  finish(b); // NOWARN
}

void drop_kept(struct item *i) {
  struct box *b = malloc(sizeof *b);
  if (!b) return;
  b->item = i;
  b->kept = 1;
  free(i);
  finish(b); // WARN(use-after-free)
}

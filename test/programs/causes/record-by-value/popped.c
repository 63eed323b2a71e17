// A stack gives its top by value, twice.
#include <stdlib.h>

struct entry {
  char *name;
};

struct stack {
  struct entry *all;
  int n;
};

static struct entry pop(struct stack *s) { return s->all[--s->n]; }

void drop_two(struct stack *s) {
  if (s->n < 2) return;
  {
    struct entry e = pop(s);
    free(e.name);
  }
  {
    struct entry e = pop(s);
    free(e.name); // NOWARN
  }
}

// Two sorted lists are merged into one by a pointer to the last link.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct elem { struct elem *link; int rank; };

static struct elem *ascending(void) {
  struct elem *first = NULL, **end = &first;
  int rank = 0;
  while (__VERIFIER_nondet_int()) {
    struct elem *e = malloc(sizeof *e);
    if (!e) abort();
    e->rank = rank;
    e->link = NULL;
    *end = e;
    end = &e->link;
    if (rank < 1000) rank++;
  }
  return first;
}

static struct elem *merge(struct elem *a, struct elem *b) {
  struct elem *first = NULL, **end = &first;
  while (a && b) {
    struct elem **smaller = a->rank <= b->rank ? &a : &b;
    *end = *smaller;
    end = &(*end)->link;
    *smaller = *end;
  }
  *end = a ? a : b;
  return first;
}

int main(void) {
  struct elem *a = ascending(), *b = ascending();
  struct elem *m = merge(a, b);
  while (m) {
    struct elem *e = m;
    m = m->link;
    free(e);
  }
  return 0;
}

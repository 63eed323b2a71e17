// An element is inserted at an unknown place of a list, another one is removed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct S { struct S *tail; };

static struct S *cons(struct S *tail) {
  struct S *s = malloc(sizeof *s);
  if (!s) abort();
  s->tail = tail;
  return s;
}

int main(void) {
  struct S *list = cons(NULL);
  while (__VERIFIER_nondet_int()) list = cons(list);

  struct S *here = list;
  while (here->tail && __VERIFIER_nondet_int()) here = here->tail;
  here->tail = cons(here->tail);

  struct S **there = &list;
  while ((*there)->tail && __VERIFIER_nondet_int()) there = &(*there)->tail;
  struct S *gone = *there;
  *there = gone->tail;
  free(gone);

  while (list) {
    struct S *s = list;
    list = s->tail;
    free(s);
  }
  return 0;
}

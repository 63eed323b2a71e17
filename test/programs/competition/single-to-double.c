// A singly linked list gets its back links, is walked backwards, and loses them again.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct L {
  struct L *n;
  struct L *p;
} L;

int main(void) {
  L *x = NULL, *y, *z;
  while (__VERIFIER_nondet_int()) {
    y = malloc(sizeof(L));
    if (!y) return 1;
    y->n = x;
    y->p = NULL;
    x = y;
  }
  /* to doubly linked */
  z = NULL;
  for (y = x; y; y = y->n) {
    y->p = z;
    z = y;
  }
  /* z is the last one: walk back */
  while (z && z->p) z = z->p;
  /* and back */
  for (y = z; y; y = y->n) y->p = NULL;
  while (z) {
    y = z->n;
    free(z);
    z = y;
  }
  return 0;
}

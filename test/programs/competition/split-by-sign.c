// A list is split into those below zero and the others; both are summed and freed.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

typedef struct Num { int n; struct Num *next; } Num;

static Num *build(void) {
  Num *list = NULL;
  int k = __VERIFIER_nondet_int();
  while (k-- > 0) {
    Num *x = malloc(sizeof(Num));
    if (x == NULL) return list;
    x->n = __VERIFIER_nondet_int();
    x->next = list;
    list = x;
  }
  return list;
}

static void split(Num *list, Num **below, Num **others) {
  *below = NULL;
  *others = NULL;
  while (list) {
    Num *next = list->next;
    Num **to = list->n < 0 ? below : others;
    list->next = *to;
    *to = list;
    list = next;
  }
}

static void discard(Num *list) {
  while (list) {
    Num *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  Num *a, *b;
  split(build(), &a, &b);
  discard(a);
  discard(b);
  return 0;
}

// Elements are linked in two lists at once, one of all and one of those that are marked.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next;
  struct item *next_marked;
  int key;
};

int main(void) {
  struct item *all = NULL;
  struct item *marked = NULL;

  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    if (!i) exit(1);
    i->key = __VERIFIER_nondet_int();
    i->next = all;
    i->next_marked = NULL;
    all = i;
    if (i->key < 0) {
      i->next_marked = marked;
      marked = i;
    }
  }
  int sum = 0;
  for (struct item *i = marked; i; i = i->next_marked) sum ^= i->key;
  while (all) {
    struct item *next = all->next;
    free(all);
    all = next;
  }
  return sum == 0;
}

// An address is multiplied and divided by the same number. The memory is used after it was freed.
#include <stdint.h>
#include <stdlib.h>

struct cell {
  uintptr_t number;
  int value;
};

static struct cell *make(void) {
  struct cell *c = malloc(sizeof *c);
  if (!c) abort();
  c->number = 0;
  c->value = 1;
  return c;
}

int main(void) {
  struct cell *a = make(), *b = make(), *c = make();
  c->number = (uintptr_t)a * 2;
  a = 0;
  struct cell *again = (struct cell *)(c->number / 2);
  again->value = 2;
  free(again);
  free(b);
  free(c);
  again->value = 3; // WARN(use-after-free)
  return 0;
}

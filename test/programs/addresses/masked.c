// Clear bits of an address are masked.
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
  c->number = (uintptr_t)a & ~(uintptr_t)7;
  a = 0;
  struct cell *again = (struct cell *)c->number;
  again->value = 2;
  free(again);
  free(b);
  free(c);
  return 0;
}

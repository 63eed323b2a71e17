// A list of red and black cells between two sentinels: two red cells are never neighbours; each colour has its own data.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum colour { RED, BLACK };

struct cell {
  enum colour colour;
  struct cell *next;
  int *data;
};

static struct cell *cell(enum colour colour, struct cell *next) {
  struct cell *c = malloc(sizeof *c);
  if (!c) abort();
  c->colour = colour;
  c->next = next;
  c->data = NULL;
  if (colour == BLACK) {
    c->data = malloc(sizeof(int));
    if (!c->data) abort();
    *c->data = 0;
  }
  return c;
}

int main(void) {
  struct cell *last = cell(BLACK, NULL);
  struct cell *list = last;
  while (__VERIFIER_nondet_int()) {
    if (list->colour == BLACK && __VERIFIER_nondet_int())
      list = cell(RED, list);
    else
      list = cell(BLACK, list);
  }
  list = cell(BLACK, list);
  for (struct cell *c = list; c != last; c = c->next) {
    if (c->colour == RED) {
      c = c->next;
      *c->data = 1;
      if (c == last) break;
    }
  }
  while (list != NULL) {
    struct cell *next = list->next;
    if (list->colour == BLACK) free(list->data);
    free(list);
    list = next;
  }
  return 0;
}

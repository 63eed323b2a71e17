// Both calls free the same element of the table.
#include <stdlib.h>

struct stack {
  char **names;
  int size;
};

static void drop_last(struct stack *s) {
  free(s->names[s->size - 1]);
}

void drop_two(struct stack *s) {
  drop_last(s);
  drop_last(s); // MISSED(double-free): the size stays the same
}

// Each call frees another element of the table.
#include <stdlib.h>

struct stack {
  char **names;
  int size;
};

static void drop_last(struct stack *s) {
  s->size--;
  free(s->names[s->size]);
}

void drop_two(struct stack *s) {
  drop_last(s);
  drop_last(s); // NOWARN
}

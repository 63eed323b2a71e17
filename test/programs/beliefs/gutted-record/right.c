// A function that frees the members of an element should free the element before removing it from the table.
#include <stdlib.h>

struct row {
  char *text;
};

struct table {
  struct row *rows[8];
};

void clear_first(struct table *t) {
  if (!t->rows[0]) return;
  free(t->rows[0]->text);
  t->rows[0] = NULL; // WARN(leak)
}

// The rows are elements of an array: a row that is removed from the table is not lost.
#include <stdlib.h>

struct row {
  char *text;
};

struct table {
  struct row all[8];
  struct row *rows[8]; // into `all`
};

void clear_first(struct table *t) {
  if (!t->rows[0]) return;
  free(t->rows[0]->text);
  t->rows[0] = NULL; // FALSE-ALARM(leak): the row is in `all`
}

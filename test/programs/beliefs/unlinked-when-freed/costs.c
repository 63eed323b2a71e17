// The next line is updated when its neighbour is freed, but the previous line is not.

#include <stdlib.h>

struct line {
  struct line *next, *prev;
  int number;
};

static void delete_line(struct line *l) {
  if (l->next) l->next->prev = l->prev;
  free(l);
}

void delete_second(struct line *first) {
  int n = first->number;
  if (!first->next) return;
  delete_line(first->next);
  for (struct line *l = first->next; l; l = l->next)
    l->number = ++n; // MISSED(use-after-free): the first line still points to the freed one
}

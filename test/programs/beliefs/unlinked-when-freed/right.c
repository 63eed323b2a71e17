// A function that frees a line and links its neighbours unlinks it from the list.

#include <stdlib.h>

struct line {
  struct line *next, *prev;
  int number;
};

static void delete_line(struct line *l) {
  if (l->prev) l->prev->next = l->next;
  if (l->next) l->next->prev = l->prev;
  free(l);
}

void delete_second(struct line *first) {
  int n = first->number;
  if (!first->next) return;
  delete_line(first->next);
  for (struct line *l = first->next; l; l = l->next)
    l->number = ++n; // NOWARN
}

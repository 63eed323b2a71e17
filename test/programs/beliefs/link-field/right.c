// The lines after a cut are still reachable from the end of the text.
#include <stdlib.h>

struct line {
  struct line *next, *previous;
};

struct text {
  struct line *first, *last;
};

void clear(struct text *t) {
  while (t->last) {
    struct line *l = t->last;
    t->last = l->previous;
    if (t->last) free(t->last->next);
  }
  free(t->first);
}

void cut_after(struct line *l) {
  if (!l->next) return;
  l->next->previous = NULL;
  l->next = NULL; // NOWARN
}

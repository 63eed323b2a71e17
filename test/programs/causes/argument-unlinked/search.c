// The element that is unlinked was found equal to an argument: the caller has it.
#include <stdlib.h>

struct decoder {
  int id;
  struct decoder *next;
};

struct demux {
  int count;
  struct decoder *first;
};

void detach(struct demux *d, struct decoder *s) {
  if (!d->first) abort();
  struct decoder **p = &d->first;
  while (*p != s) p = &(*p)->next;
  *p = s->next; // NOWARN
}

void detach_first(struct demux *d) {
  struct decoder *s = d->first;
  if (s) d->first = s->next; // WARN(leak)
}

void clear(struct demux *d) {
  free(d->first);
  d->first = NULL;
}

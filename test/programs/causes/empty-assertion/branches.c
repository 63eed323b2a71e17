// Both branches are empty: a message that is compiled out, and nothing.
#include <stddef.h>

#define TRACE(text) do { } while (0)

struct node {
  int n;
  struct node *next;
};

int first(struct node *e) {
  if (e != NULL) TRACE("found");
  else TRACE("not found");
  return e->n; // NOWARN
}

int second(struct node *e) {
  if (e->next == NULL) TRACE("the last one");
  return e->next->n; // NOWARN
}

int third(struct node *e) {
  if (e == NULL) return e->n; // WARN(null-dereference)
  return 0;
}

// A list whose links are the exclusive or of both neighbours.
#include <stdint.h>
#include <stdlib.h>
struct node { int value; uintptr_t link; };
static struct node *step(struct node *from, struct node *at) { return (struct node *)(at->link ^ (uintptr_t)from); }
int main(void) {
  struct node *first = 0, *last = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = i;
    n->link = (uintptr_t)last;
    if (last) last->link ^= (uintptr_t)n;
    else first = n;
    last = n;
  }
  struct node *before = 0;
  while (first) {
    struct node *next = step(before, first);
    before = first;
    first = next;
  }
  struct node *after = 0;
  while (before) {
    struct node *next = step(after, before);
    if (after) free(after);
    after = before;
    before = next;
  }
  free(after);
  return 0;
}

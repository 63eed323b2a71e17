// Elements move from the old buckets to the new ones.
#include <stdlib.h>
struct entry { int key; struct entry *next; };
struct table { struct entry **buckets; size_t cap, count; };
static int grow(struct table *t) {
  size_t cap = t->cap * 2;
  struct entry **b = calloc(cap, sizeof *b);
  if (!b) return -1;
  for (size_t i = 0; i < t->cap; i++) {
    struct entry *e = t->buckets[i];
    while (e) {
      struct entry *next = e->next;
      size_t at = (size_t)e->key % cap;
      e->next = b[at];
      b[at] = e;
      e = next;
    }
  }
  free(t->buckets);
  t->buckets = b;
  t->cap = cap;
  return 0;
}
int put(struct table *t, int key) {
  struct entry *e = malloc(sizeof *e);
  if (!e) return -1;
  e->key = key;
  size_t at = (size_t)key % t->cap;
  e->next = t->buckets[at];
  t->buckets[at] = e;
  if (++t->count > t->cap) (void)grow(t);
  return 0;
}

// The existing entry is overlooked.

#include <stdlib.h>

struct entry {
  int key, value;
  struct entry *next;
};

struct table {
  struct entry *first, *newest;
};

static struct entry *insert(struct table *t, int key) {
  for (struct entry *e = t->first; e; e = e->next)
    if (e->key == key) return e;
  struct entry *e = calloc(1, sizeof *e);
  if (!e) exit(1);
  e->key = key;
  e->next = t->first;
  t->first = t->newest = e;
  return NULL;
}

void set(struct table *t, int key, int value) {
  t->newest = NULL;
  insert(t, key);
  t->newest->value = value; // MISSED(null-dereference): the key is in the table
}

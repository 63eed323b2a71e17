// The first element of a list is asked for where the list is known to have one.
#include <stdlib.h>

struct item {
  int value;
  struct item *next;
};

struct list {
  struct item *first;
  int count;
};

struct item *pop_item(struct list *l) {
  struct item *i = l->first;
  if (!i) return i;
  l->first = i->next;
  l->count--;
  return i;
}

int pop(struct list *l) {
  struct item *i = pop_item(l);
  int value = i->value; // NOWARN
  free(i);
  return value;
}

void drain(struct list *l) {
  struct item *i;
  while ((i = pop_item(l))) free(i);
}

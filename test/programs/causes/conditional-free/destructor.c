// The list frees its data if it has a destructor: whoever made the list knows.
#include <stdlib.h>

struct cell {
  void *data;
  struct cell *next;
};

struct list {
  struct cell *first;
  void (*destroy)(void *);
};

static int pop(struct list *l) {
  struct cell *c = l->first;
  if (!c)
    return 0;
  l->first = c->next;
  if (l->destroy)
    l->destroy(c->data);
  free(c);
  return 1;
}

static void forget(struct list *l) {
  if (!l->first)
    return;
  void *data = l->first->data;
  pop(l);
  free(data); // WARN(double-free)
}

void use(struct list *l) {
  l->destroy = free;
  forget(l);
}

static void take(struct list *l) {
  if (!l->first)
    return;
  void *data = l->first->data;
  pop(l);
  free(data); // NOWARN
}

void right_use(struct list *l) {
  l->destroy = NULL;
  take(l);
}

void unknown_use(struct list *l) {
  take(l);
}

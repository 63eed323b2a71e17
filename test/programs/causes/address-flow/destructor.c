// A container is made with a destructor for its elements.
#include <stdlib.h>

struct item {
  char *name;
};

struct cell {
  void *data;
  struct cell *next;
};

struct list {
  struct cell *first;
  void (*destroy)(void *);
};

static void free_item(struct item *item) {
  free(item->name);
  free(item);
}

static struct list *list_new(void (*destroy)(void *)) {
  struct list *list = malloc(sizeof *list);
  if (!list) abort();
  list->first = NULL;
  list->destroy = destroy;
  return list;
}

struct list *items(void) { return list_new((void (*)(void *))free_item); }

static void pop(struct list *list) {
  struct cell *c = list->first;
  list->first = c->next;
  list->destroy(c->data);
  free(c);
}

void remove_first(struct list *list) {
  if (list->first) pop(list);
}

void remove_twice(struct list *list) {
  if (!list->first) return;
  struct item *item = list->first->data;
  pop(list);
  free_item(item); // WARN(use-after-free)
}

// A skip list of two levels: created between head and tail, searched and inserted, destroyed by the lower level.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct sl_item { int key; struct sl_item *n1, *n2; };
struct sl { struct sl_item *head, *tail; };

static struct sl_item *alloc_or_die(void) {
  struct sl_item *pi = malloc(sizeof(*pi));
  return pi ? pi : (exit(1), NULL);
}

static struct sl_item *create_sl_item(int key) {
  struct sl_item *item = alloc_or_die();
  item->key = key;
  item->n1 = NULL;
  item->n2 = NULL;
  return item;
}

static void create_sl(struct sl *list) {
  list->head = create_sl_item(-1000);
  list->tail = create_sl_item(1000);
  list->head->n2 = list->tail;
  list->head->n1 = list->tail;
}

static void insert(struct sl *list, int key) {
  struct sl_item *a2 = list->head;
  while (a2->n2 != list->tail && a2->n2->key < key) a2 = a2->n2;
  struct sl_item *a1 = a2;
  while (a1->n1 != list->tail && a1->n1->key < key) a1 = a1->n1;
  struct sl_item *new = create_sl_item(key);
  new->n1 = a1->n1;
  a1->n1 = new;
  if (__VERIFIER_nondet_int()) {
    new->n2 = a2->n2;
    a2->n2 = new;
  }
}

static void destroy(struct sl *list) {
  while (list->head) {
    struct sl_item *item = list->head;
    list->head = item->n2;
    free(item); // WARN(leak)
  }
}

int main(void) {
  struct sl list;
  create_sl(&list);
  while (__VERIFIER_nondet_int()) insert(&list, __VERIFIER_nondet_int());
  destroy(&list);
  return 0;
}

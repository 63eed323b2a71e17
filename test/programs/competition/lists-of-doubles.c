/* A list, each cell of which owns a doubly linked list with head and tail; elements are taken at either end. */
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct item { struct item *next; struct item *prev; int x; };
struct deque { struct item *head; struct item *tail; struct deque *more; };

static void push(struct deque *d) {
  struct item *i = malloc(sizeof(struct item));
  if (!i) abort();
  i->x = 0;
  i->prev = NULL;
  i->next = d->head;
  if (d->head) d->head->prev = i;
  else d->tail = i;
  d->head = i;
}

static void pop_tail(struct deque *d) {
  struct item *i = d->tail;
  if (!i) return;
  d->tail = i->prev;
  if (d->tail) d->tail->next = NULL;
  else d->head = NULL;
  free(i);
}

int main(void) {
  struct deque *all = NULL;
  while (__VERIFIER_nondet_bool()) {
    struct deque *d = malloc(sizeof(struct deque));
    if (!d) abort();
    d->head = d->tail = NULL;
    while (__VERIFIER_nondet_bool()) push(d);
    d->more = all;
    all = d;
    if (__VERIFIER_nondet_bool()) pop_tail(all);
    if (__VERIFIER_nondet_bool()) push(all);
  }
  while (all) {
    struct deque *d = all;
    all = all->more;
    while (d->tail) pop_tail(d);
    free(d);
  }
  return 0;
}

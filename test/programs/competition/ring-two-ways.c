// A circular doubly linked list, built at its front or at its end; walked in both directions, then opened and freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct dll { struct dll *fwd; struct dll *bwd; int load; };

static struct dll *fresh(void) {
  struct dll *d = malloc(sizeof(struct dll));
  if (!d) exit(1);
  d->fwd = d->bwd = d;
  d->load = 0;
  return d;
}

static void link_after(struct dll *where, struct dll *d) {
  d->fwd = where->fwd;
  d->bwd = where;
  where->fwd->bwd = d;
  where->fwd = d;
}

static struct dll *by_front(void) {
  struct dll *head = fresh();
  while (__VERIFIER_nondet_int()) link_after(head, fresh());
  return head;
}

static struct dll *by_end(void) {
  struct dll *head = fresh();
  while (__VERIFIER_nondet_int()) link_after(head->bwd, fresh());
  return head;
}

int main(void) {
  struct dll *head = __VERIFIER_nondet_int() ? by_front() : by_end();
  for (struct dll *d = head->fwd; d != head; d = d->fwd) d->load++;
  for (struct dll *d = head->bwd; d != head; d = d->bwd) d->load--;
  head->bwd->fwd = NULL;
  while (head) {
    struct dll *d = head;
    head = head->fwd;
    free(d);
  }
  return 0;
}

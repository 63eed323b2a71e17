// The same where a callee with a body inserts the elements.
#include <stdlib.h>
#include <sys/queue.h>

struct node {
  int n;
  LIST_ENTRY(node) link;
};

struct pool {
  int size;
  LIST_HEAD(, node) nodes;
};

int connect_to(int n);

static int add(struct pool *p, int n) {
  struct node *new = calloc(1, sizeof *new);
  if (!new) return -1;
  new->n = n;
  LIST_INSERT_HEAD(&p->nodes, new, link);
  p->size++;
  return connect_to(n);
}

struct pool *create(int n) {
  struct pool *p = calloc(1, sizeof *p);
  struct node *one;
  if (!p) return NULL;
  LIST_INIT(&p->nodes);
  for (int i = 0; i < n; i++)
    if (add(p, i) != 0) goto fail;
  return p;
fail:
  while ((one = LIST_FIRST(&p->nodes)) != NULL) {
    LIST_REMOVE(one, link);
    free(one); // NOWARN
  }
  free(p);
  return NULL;
}

struct pool *create_wrong(int n) {
  struct pool *p = calloc(1, sizeof *p);
  struct node *one;
  if (!p) return NULL;
  LIST_INIT(&p->nodes);
  if (add(p, n) == 0) return p;
  one = LIST_FIRST(&p->nodes);
  if (one) {
    LIST_REMOVE(one, link);
    free(one);
    one->n = 0; // WARN(use-after-free)
  }
  free(p);
  return NULL;
}

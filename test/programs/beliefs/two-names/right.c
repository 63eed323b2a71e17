// The first element of a list is tested through one pointer and written through another.

struct node {
  struct node *next;
  int n;
};

struct list {
  struct node *first;
};

/** `spare` is never null. */
int second_of(struct list *l, struct node *e, struct node *spare) {
  if (l->first != e) return 0;
  if (!l->first->next) e->next = spare;
  return l->first->next->n; // NOWARN
}

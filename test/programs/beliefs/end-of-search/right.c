// A loop over a list does not imply that the list may be empty.

struct item {
  int n;
  struct item *next;
};

struct queue {
  struct item *first; // never empty
};

int sizes(struct queue *q) {
  int sum = 0;
  for (struct item *e = q->first; e; e = e->next) sum += e->n;
  return sum + q->first->n; // NOWARN
}

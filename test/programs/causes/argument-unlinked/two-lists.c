// The argument is the first of one of two lists.
#include <stdlib.h>

struct job {
  int kind;
  struct job *next;
};

struct jobs {
  struct job *ready, *waiting;
};

int take(struct jobs *q, struct job *j) {
  if (!q->ready || !q->waiting) return 0;
  if (j == q->ready) {
    q->ready = j->next; // NOWARN
    return 1;
  }
  if (j == q->waiting) q->waiting = j->next; // NOWARN
  return j->kind;
}

int take_other(struct jobs *q, struct job *j) {
  if (!q->ready || !q->waiting) return 0;
  if (j == q->ready) q->waiting = q->waiting->next; // WARN(leak)
  return j->kind;
}

void clear(struct jobs *q) {
  free(q->ready);
  free(q->waiting);
  q->ready = q->waiting = NULL;
}

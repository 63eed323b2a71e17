// Without macros: previous elements are pointers to elements, the head is a member of a record on the heap.
#include <stdlib.h>

struct job {
  struct job **back;
  struct job *next;
};

struct queue {
  struct job *first;
  int length;
};

void load(struct queue *q);

static void unlink_job(struct job *j) {
  if (j->next) j->next->back = j->back;
  *j->back = j->next;
}

void run(void) {
  struct queue *q = calloc(1, sizeof *q);
  if (!q) return;
  load(q);
  while (q->first) {
    struct job *j = q->first;
    unlink_job(j);
    free(j); // NOWARN
  }
  free(q);
}

void run_wrong(void) {
  struct queue *q = calloc(1, sizeof *q);
  if (!q) return;
  load(q);
  struct job *j = q->first;
  if (j) {
    free(j);
    unlink_job(j); // WARN(use-after-free)
  }
  free(q);
}

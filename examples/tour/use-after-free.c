/* A queue that is emptied with the usual mistake: the link is read from a cell that is gone. */

#include <stdlib.h>

struct job {
  int priority;
  struct job *next;
};

struct queue {
  struct job *first;
  struct job **end;
};

static void queue_init(struct queue *q) {
  q->first = NULL;
  q->end = &q->first;
}

static int queue_add(struct queue *q, int priority) {
  struct job *j = malloc(sizeof *j);
  if (j == NULL)
    return -1;
  j->priority = priority;
  j->next = NULL;
  *q->end = j;
  q->end = &j->next;
  return 0;
}

static void queue_clear(struct queue *q) {
  for (struct job *j = q->first; j != NULL; j = j->next) // WARN(use-after-free)
    free(j);
  queue_init(q);
}

int main(void) {
  struct queue q;
  queue_init(&q);
  for (int i = 0; i < 3; i++)
    if (queue_add(&q, i) < 0)
      break;
  queue_clear(&q);
  return 0;
}

// A caller that ignores the result knows that there is room.

#include <stdlib.h>

struct queue {
  int count;
  char *lines[16];
};

static int push(struct queue *q, char *line) {
  if (q->count == 16) return 0;
  q->lines[q->count++] = line;
  return 1;
}

/** The queue is empty. */
int start(struct queue *q) {
  char *line = calloc(1, 80);
  if (!line) return -1;
  push(q, line);
  return 0; // NOWARN
}

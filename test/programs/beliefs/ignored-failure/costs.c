// The queue may be full: it is filled in a loop.

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

int add(struct queue *q) {
  char *line = calloc(1, 80);
  if (!line) return -1;
  push(q, line);
  return 0; // MISSED(leak): `push` has not kept the line
}

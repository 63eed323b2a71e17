// The early return leaks the bytes.
#include <stdio.h>
#include <stdlib.h>

struct buffer {
  char *bytes;
  int used;
};

void buffer_free(struct buffer *b) {
  if (b->used == 0) {
    free(b); // MISSED(leak): an empty buffer has bytes, too
    return;
  }
  puts(b->bytes);
  free(b->bytes);
  free(b);
}

// A flag says whether the buffer owns its bytes.
#include <stdlib.h>

struct buffer {
  char *bytes;
  int borrowed;
};

void buffer_free(struct buffer *b) {
  if (!b->borrowed) free(b->bytes);
  free(b); // NOWARN
}

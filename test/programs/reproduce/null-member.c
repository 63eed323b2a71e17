/* A member of the argument is null, and what it points to is read. */
#include <stddef.h>

struct buffer {
  char name[8];
  unsigned size : 29;
  unsigned kind : 3;
  int *data;
};

static int first(const struct buffer *b) {
  if (b->kind == 5 && b->data == NULL)
    return *b->data; // WARN(null-dereference)
  return 0;
}

int total(struct buffer *b, int n) { return n > 3 ? first(b) : 0; }

// A function returns an element of a vector by value; a loop frees a member of each.
#include <stdlib.h>

struct buffer {
  void *data;
  size_t size;
};

struct vector {
  struct buffer *elements;
  size_t n;
};

static struct buffer element(const struct vector *v, size_t i) { return v->elements[i]; }

void clear(struct vector *v) {
  for (size_t i = 0; i < v->n; i++) {
    struct buffer b = element(v, i);
    free(b.data); // NOWARN
  }
  v->n = 0;
}

void clear_twice(struct vector *v) {
  for (size_t i = 0; i < v->n; i++) {
    struct buffer b = element(v, i);
    free(b.data);
    free(b.data); // WARN(double-free)
  }
  v->n = 0;
}

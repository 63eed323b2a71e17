// Two members of a table of operations have the same type, but different functions: each call has the function of its member.
#include <stdlib.h>

struct buffer {
  char *bytes;
};

struct operations {
  void (*reset)(struct buffer *);
  void (*destroy)(struct buffer *);
};

static void reset(struct buffer *b) { b->bytes[0] = '\0'; }

static void destroy(struct buffer *b) {
  free(b->bytes);
  free(b);
}

static const struct operations heap = {.reset = reset, .destroy = destroy};

struct device {
  const struct operations *operations;
};

void start(struct device *d) { d->operations = &heap; }

struct buffer *make(void) {
  struct buffer *b = malloc(sizeof *b);
  if (!b) abort();
  b->bytes = malloc(80);
  if (!b->bytes) abort();
  return b;
}

void drop(struct device *d) {
  struct buffer *b = make();
  d->operations->reset(b);
  d->operations->destroy(b);
}

void forget(struct device *d) {
  struct buffer *b = make();
  d->operations->reset(b);
} // WARN(leak)

int use_late(struct device *d) {
  struct buffer *b = make();
  d->operations->destroy(b);
  return b->bytes[0]; // WARN(use-after-free)
}

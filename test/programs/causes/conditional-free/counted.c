// A reference count decides: the only reference is dropped by a caller that has just made the object.
#include <stdlib.h>

struct font {
  int references, width;
};

static void drop(struct font *f) {
  if (--f->references == 0)
    free(f);
}

static int last_width(struct font *f) {
  drop(f);
  return f->width; // WARN(use-after-free)
}

int measure(int width) {
  struct font *f = malloc(sizeof *f);
  if (!f)
    return -1;
  f->references = 1;
  f->width = width;
  return last_width(f);
}

static int shared_width(struct font *f) {
  drop(f);
  return f->width; // NOWARN
}

int right_measure(struct font *f) {
  f->references++;
  return shared_width(f);
}

int measure_two(int width) {
  struct font *f = malloc(sizeof *f);
  if (!f)
    return -1;
  f->references = 2;
  f->width = width;
  int w = shared_width(f);
  drop(f);
  return w;
}

// Two calls through the same pointer call the same function.
#include <stdlib.h>

struct codec {
  void *(*open)(int);
  void (*close)(void *, int);
};

static void *open_heap(int n) { return malloc(n); }
static void *open_static(int n) {
  static char room[64];
  return n <= 64 ? room : NULL;
}
static void close_heap(void *p, int last) {
  (void)last;
  free(p);
}
static void close_static(void *p, int last) {
  (void)p;
  (void)last;
}

const struct codec codecs[] = {{open_heap, close_heap}, {open_static, close_static}};

void twice(const struct codec *c, char *p) {
  c->close(p, 0);
  if (c->close == close_static) p[0] = 0; // NOWARN
  c->open(1);
}

void again(const struct codec *c, char *p) {
  c->close(p, 0);
  if (c->close == close_heap) p[0] = 0; // WARN(use-after-free)
}

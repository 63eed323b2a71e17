// A partly constructed object has no members yet.
#include <stdlib.h>

struct window {
  char *title;
  int width, height;
};

static void window_abandon(struct window *w) {
  free(w); // NOWARN
}

struct window *window_new(int width, int height) {
  struct window *w = calloc(1, sizeof *w);
  if (!w) return NULL;
  if (width <= 0 || height <= 0) {
    window_abandon(w);
    return NULL;
  }
  w->title = calloc(1, 32);
  return w;
}

void window_free(struct window *w) {
  free(w->title);
  free(w);
}

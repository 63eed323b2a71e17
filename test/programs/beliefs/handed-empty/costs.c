// The same function is called through a table for complete windows.
#include <stdlib.h>

struct window {
  char *title;
  int width, height;
};

static void window_abandon(struct window *w) {
  free(w); // MISSED(leak): the title of a window that is in the table
}

void (*const on_close[])(struct window *) = {window_abandon};

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

void window_rename(struct window *w, char *title) {
  free(w->title);
  w->title = title;
}

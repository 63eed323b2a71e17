// A member is cleared if it holds the argument.
#include <stdlib.h>

struct window {
  int id;
};

struct screen {
  struct window *focused;
};

void forget(struct screen *s, struct window *w) {
  if (w->id < 0) return;
  if (s->focused == w) s->focused = NULL; // NOWARN
}

void close_focused(struct screen *s) {
  free(s->focused);
  s->focused = NULL;
}

void refocus(struct screen *s, struct window *w) {
  if (!s->focused || w->id < 0) return;
  s->focused = w; // WARN(leak)
}

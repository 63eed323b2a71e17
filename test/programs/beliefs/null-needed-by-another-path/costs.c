// One path needs the test, but the pointer may be null on the other as well.

struct window {
  int width, dirty;
};

struct session {
  int detached;
  struct window *current; // null until the first window is opened
};

int width(struct session *s) {
  struct window *w = 0;
  if (!s->detached) w = s->current;
  if (w) w->dirty = 0;
  return s->detached ? 80 : w->width; // MISSED(null-dereference): there is no window yet
}

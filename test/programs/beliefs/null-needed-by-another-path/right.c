// A null test that one path needs says nothing about the pointer on the others.

struct screen {
  int mode, x;
};

struct client {
  int has_overlay;
  struct screen *own; // never null
};

int cursor(struct client *c) {
  struct screen *s = 0;
  int mode = 0;
  if (!c->has_overlay) s = c->own;
  if (s) mode = s->mode;
  return c->has_overlay ? mode : s->x; // NOWARN
}

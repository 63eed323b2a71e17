// A pointer gets one of many addresses on paths that meet again; it is tested behind them.
#include <stdlib.h>

struct shape {
  int corners;
  struct shape *inner;
};

static struct shape square = {4, 0}, triangle = {3, 0};

struct shape *choose(int kind);

int corners(int kind, struct shape *given) {
  struct shape *s;
  if (kind == 0) s = &square;
  else if (kind == 1) s = &triangle;
  else if (kind == 2 && given) s = given;
  else {
    s = malloc(sizeof *s);
    if (!s) return 0;
    s->corners = kind;
    choose(kind)->inner = s;
  }
  for (int i = 0; i < kind; i++)
    if (s == NULL) return s->corners; // NOWARN
  return s->corners;
}

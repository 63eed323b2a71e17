// What a function does for a kind that its caller never passes is joined with other failures, and still told apart.
#include <stdlib.h>

enum { FRONT, BACK };

struct stage {
  struct stage *next;
  int in, out;
};

struct line {
  struct stage *first;
};

static int fits(const struct line *l) {
  const struct stage *s = l->first;
  return !s || !s->next || s->out == s->next->in;
}

int insert(struct line *l, int where, struct stage *s) {
  if (l == NULL || s == NULL) return 0;
  switch (where) {
    case FRONT:
      s->next = l->first;
      l->first = s;
      break;
    case BACK:
      if (l->first) l->first->next = s;
      else l->first = s;
      break;
    default:
      return 0;
  }
  return fits(l);
}

int add(struct line *l) {
  struct stage *s = calloc(1, sizeof *s);
  if (!l || !s) {
    free(s);
    return 0;
  }
  if (!insert(l, BACK, s)) return 0; // NOWARN
  return 1;
}

int add_anywhere(struct line *l, int where) {
  struct stage *s = calloc(1, sizeof *s);
  if (!l || !s) {
    free(s);
    return 0;
  }
  if (!insert(l, where, s)) return 0; // WARN(leak)
  return 1;
}

/* Skip list with three levels, kept in a structure on the heap. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct Level {
  struct Level *low;
  struct Level *mid;
  struct Level *high;
  int value;
} Level;

typedef struct { Level *first; Level *last; } Skip;

static Level *level(int value) {
  Level *l = (Level *)malloc(sizeof(Level));
  if (!l) exit(-1);
  l->low = l->mid = l->high = NULL;
  l->value = value;
  return l;
}

static Skip *new_skip(void) {
  Skip *s = (Skip *)malloc(sizeof(Skip));
  if (!s) exit(-1);
  s->first = level(0);
  s->last = level(0);
  s->first->low = s->first->mid = s->first->high = s->last;
  return s;
}

static void put(Skip *s, int value) {
  Level *h = s->first, *m, *l, *n;
  while (h->high != s->last && h->high->value < value) h = h->high;
  m = h;
  while (m->mid != s->last && m->mid->value < value) m = m->mid;
  l = m;
  while (l->low != s->last && l->low->value < value) l = l->low;
  n = level(value);
  n->low = l->low;
  l->low = n;
  if (__VERIFIER_nondet_int()) {
    n->mid = m->mid;
    m->mid = n;
    if (__VERIFIER_nondet_int()) {
      n->high = h->high;
      h->high = n;
    }
  }
}

static void free_skip(Skip *s) {
  Level *l = s->first;
  while (l) {
    Level *next = l->low;
    free(l);
    l = next;
  }
  free(s);
}

int main(void) {
  Skip *s = new_skip();
  while (__VERIFIER_nondet_int()) put(s, __VERIFIER_nondet_int());
  free_skip(s);
  return 0;
}

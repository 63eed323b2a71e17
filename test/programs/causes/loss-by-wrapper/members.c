// Records are freed by a function that takes any pointer: what is lost with them is lost where it is called.
#include <stdlib.h>

void sfree(void *p) {
  if (p)
    free(p);
}

void *smalloc(size_t n) {
  void *p = malloc(n);
  if (!p)
    abort();
  return p;
}

struct shared {
  int refs;
  int *data, *dividers;
};

struct game {
  int *grid;
  struct shared *common;
};

struct game *new_game(int w) {
  struct game *g = smalloc(sizeof *g);
  g->grid = smalloc(w);
  g->common = smalloc(sizeof *g->common);
  g->common->refs = 1;
  g->common->data = smalloc(w);
  g->common->dividers = smalloc(w);
  return g;
}

void free_shared(struct shared *s) {
  sfree(s->dividers);
  sfree(s->data);
  sfree(s);
}

void free_game(struct game *g) {
  sfree(g->grid);
  if (--g->common->refs == 0) {
    sfree(g->common->data);
    sfree(g->common); // WARN(leak)
  }
  sfree(g);
}

int width(int w) {
  struct shared *s = smalloc(sizeof *s);
  s->dividers = NULL;
  s->data = smalloc(w);
  sfree(s); // WARN(leak)
  return w;
}

// A comparator is passed through two functions; another function of the same type frees both arguments.
#include <stdlib.h>

struct pair {
  int key;
};

static int compare(struct pair *a, struct pair *b) { return a->key - b->key; }

static int release(struct pair *a, struct pair *b) {
  free(a);
  free(b);
  return 0;
}

static int (*const at_end)(struct pair *, struct pair *) = release;

static int ordered(struct pair *a, struct pair *b, int (*order)(struct pair *, struct pair *)) { return order(a, b) < 0; }

static int sorted(struct pair *a, struct pair *b, int (*order)(struct pair *, struct pair *)) {
  return ordered(a, b, order);
}

static struct pair *make(int key) {
  struct pair *p = malloc(sizeof *p);
  if (!p) abort();
  p->key = key;
  return p;
}

int check(void) {
  struct pair *a = make(1), *b = make(2);
  int is_sorted = sorted(a, b, compare);
  at_end(a, b);
  return is_sorted;
}

int check_leaking(void) {
  struct pair *a = make(1), *b = make(2);
  int is_sorted = sorted(a, b, compare);
  free(a);
  return is_sorted; // WARN(leak)
}

// A table calls the function that it is given: what another one would do does not happen.
#include <stdlib.h>

typedef void visit(void *arg, void *value);

struct info {
  int n;
  int *count;
};

static void each(void **slots, int n, visit *f, void *arg) {
  for (int i = 0; i < n; i++)
    if (slots[i]) f(arg, slots[i]);
}

static void free_one(void *arg, void *value) {
  (void)arg;
  free(value);
}

static void count_one(void *arg, void *value) {
  struct info *i = arg;
  (void)value;
  ++*i->count;
}

int clear(void **slots, int n) {
  struct info i;
  i.count = malloc(sizeof *i.count);
  if (!i.count) return 1;
  free(i.count);
  each(slots, n, free_one, &i); // NOWARN
  return 0;
}

int count(void **slots, int n) {
  struct info i;
  i.count = malloc(sizeof *i.count);
  if (!i.count) return 1;
  free(i.count);
  each(slots, n, count_one, &i); // WARN(use-after-free)
  return 0;
}

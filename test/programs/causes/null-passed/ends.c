// The function ends the program for null, by a function of its own.
#include <stddef.h>
#include <stdlib.h>

struct list {
  struct list *next;
  int n;
};

static void die(void) { exit(1); }

static int sum(const struct list *l) {
  if (!l) die();
  int n = l->n;
  if (n > 10) return 10;
  return l->next ? n + l->next->n : n;
}

int sum_of_none(void) {
  return sum(NULL); // NOWARN
}

static int first(const struct list *l, int is_empty) {
  if (is_empty) die();
  if (l->n > 3) return 3;
  return l->n;
}

int first_of_none(void) {
  return first(NULL, 1); // NOWARN
}

int first_of_some(void) {
  return first(NULL, 0); // WARN(null-dereference)
}

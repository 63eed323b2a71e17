// The condition itself is evaluated, even if nothing depends on it.
#include <stddef.h>
#include <stdio.h>

#define CHECK(e) ((void)0)

struct node {
  int n;
};

int wrong(struct node *e) {
  if (e == NULL) puts("none");
  if (e->n > 1) CHECK(0); // WARN(null-dereference)
  return 0;
}

int right(struct node *e) {
  if (e == NULL) CHECK(0);
  if (e->n > 1) CHECK(0); // NOWARN
  return 0;
}

int late(int k, struct node *given) {
  struct node *e = given;
  if (k > 9) return 0;
  if (k) CHECK(1);
  e = NULL;
  return e->n; // WARN(null-dereference)
}

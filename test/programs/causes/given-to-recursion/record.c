// A recursive function collects numbers in a record, through a helper that gives back a pointer into it.
#include <stdlib.h>
struct totals { long files, bytes, *last; };
struct tree { struct tree *left, *right; long size; };
static long *counter(struct totals *t, int big) { return big ? &t->bytes : &t->files; }
static void count(const struct tree *tree, struct totals *t) {
  if (!tree) return;
  long *c = counter(t, tree->size > 100);
  *c += tree->size;
  count(tree->left, t);
  count(tree->right, t);
}
long size_of(const struct tree *tree) {
  struct totals *t = calloc(1, sizeof *t);
  if (!t) return -1;
  count(tree, t);
  return t->bytes; // WARN(leak)
}
long files_in(const struct tree *tree) {
  struct totals *t = calloc(1, sizeof *t);
  if (!t) return -1;
  count(tree, t);
  long n = t->files;
  free(t);
  return n;
}

// twalk passes pointers to the places of the keys; the callback frees one key twice.
// violates: valid-free
// shown by: AddressSanitizer
#include <search.h>
#include <stdlib.h>

static int *last;

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void visit(const void *node, VISIT when, int depth) {
  (void)when;
  last = *(int *const *)node;
  if (depth == 0)
    free(last);
}

int main(void) {
  void *root = NULL;
  int *key = malloc(sizeof *key);
  *key = 1;
  tsearch(key, &root, compare);
  twalk(root, visit);
  free(key);
  return 0;
}

// The nodes that tsearch allocates are lost with the root.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <search.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return (a > b) - (a < b); }

static void count(const int *all, int n) {
  void *root = NULL;
  for (int i = 0; i < n; i++)
    tsearch(&all[i], &root, compare);
}

int main(void) {
  static const int all[3] = {3, 1, 2};
  for (int n = 3; n >= 0; n--)
    count(all, n);
  return 0;
}

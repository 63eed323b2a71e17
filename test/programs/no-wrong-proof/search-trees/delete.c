// tdelete calls the comparison, which counts its calls; the count decides whether a block is freed.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <search.h>
#include <stdlib.h>

static int calls;

static int compare(const void *a, const void *b) {
  calls++;
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  static int key = 1;
  void *root = NULL;
  char *block = malloc(1);
  tsearch(&key, &root, compare);
  calls = 0;
  tdelete(&key, &root, compare);
  if (calls > 0)
    block = NULL;
  free(block);
  return 0;
}

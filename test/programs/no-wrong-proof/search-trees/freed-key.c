// A key is freed while the tree holds it, and read when the next key is inserted.
// violates: valid-deref
// shown by: AddressSanitizer
#include <search.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  void *root = NULL;
  for (int i = 0; i < 2; i++) {
    int *key = malloc(sizeof *key);
    *key = i;
    if (!tsearch(key, &root, compare))
      return 1;
    free(key);
  }
  return 0;
}

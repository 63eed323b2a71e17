// The elements that are sorted are halves of pointers.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int halves(const void *a, const void *b) { return memcmp(a, b, 4); }

int main(void) {
  char *all[3] = {strdup("c"), strdup("a"), strdup("b")};
  qsort(all, 6, 4, halves);
  if (all[0][0] == 'x')
    return 1;
  free(all[0]);
  return 0;
}

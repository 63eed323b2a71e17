// Elements of size 0 are compared too: the comparison gets the address of no element.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>

static int compare(const void *a, const void *b) { return ((const char *)a)[1] - ((const char *)b)[1]; }

int main(void) {
  char *none = malloc(0);
  qsort(none, 3, 0, compare);
  free(none);
  return 0;
}

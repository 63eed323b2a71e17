// There are three elements, not four.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int addresses(const void *a, const void *b) { return memcmp(a, b, 8); }

int main(void) {
  char *all[3] = {strdup("c"), strdup("a"), strdup("b")};
  qsort(all, 4, sizeof all[0], addresses);
  return 0;
}

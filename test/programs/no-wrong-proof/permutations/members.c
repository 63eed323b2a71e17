// The number beside a pointer moves with it: the first one is not the largest any more.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b) { return ((const int *)a)[2] - ((const int *)b)[2]; }

int main(void) {
  struct item { char *text; int size; } all[2] = {{malloc(8), 8}, {malloc(2), 2}};
  qsort(all, 2, sizeof all[0], by_size);
  memset(all[0].text, 0, 8);
  free(all[0].text);
  free(all[1].text);
  return 0;
}

// The blocks are sorted, their sizes are not.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  char *all[2] = {malloc(8), malloc(2)};
  size_t sizes[2] = {8, 2};
  strcpy(all[0], "b");
  strcpy(all[1], "a");
  qsort(all, 2, sizeof all[0], compare);
  for (int i = 0; i < 2; i++)
    memset(all[i], 0, sizes[i]);
  free(all[0]);
  free(all[1]);
  return 0;
}

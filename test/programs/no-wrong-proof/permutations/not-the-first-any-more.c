// The first element is freed by its old name, and what is there now once more.
// violates: valid-free
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  char *all[3] = {strdup("c"), strdup("a"), strdup("b")};
  char *first = all[0];
  qsort(all, 3, sizeof all[0], compare);
  free(first);
  free(all[2]);
  free(all[0]);
  return 0;
}

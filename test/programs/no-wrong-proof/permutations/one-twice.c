// One element is there twice before and after.
// violates: valid-free
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  char *all[3] = {strdup("c"), strdup("a"), strdup("b")};
  free(all[2]);
  all[2] = all[0];
  qsort(all, 3, sizeof all[0], compare);
  for (int i = 0; i < 3; i++)
    free(all[i]);
  return 0;
}

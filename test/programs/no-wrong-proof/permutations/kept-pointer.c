// A pointer to what was the first element may point to any of them.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  char *all[3] = {strdup("c"), strdup("a"), strdup("b")};
  char *least = all[1];
  qsort(all, 3, sizeof all[0], compare);
  free(all[0]);
  int c = least[0];
  free(all[1]);
  free(all[2]);
  if (c == 'x')
    return 1;
  return 0;
}

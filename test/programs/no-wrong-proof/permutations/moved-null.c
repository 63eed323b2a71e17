// The null that was last may be first.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int nulls_first(const void *a, const void *b) {
  const char *x = *(char *const *)a, *y = *(char *const *)b;
  return !x || !y ? (x != NULL) - (y != NULL) : strcmp(x, y);
}

int main(void) {
  char *all[3] = {strdup("c"), strdup("a"), NULL};
  qsort(all, 3, sizeof all[0], nulls_first);
  int c = all[0][0];
  free(all[1]);
  free(all[2]);
  if (c == 'x')
    return 1;
  return 0;
}

// The comparison frees what it has seen first.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int calls;
static int compare_once(const void *a, const void *b) {
  int order = strcmp(*(char *const *)a, *(char *const *)b);
  if (calls++ == 2)
    free(*(char *const *)a);
  return order;
}

int main(void) {
  char *all[3] = {strdup("c"), strdup("a"), strdup("b")};
  qsort(all, 3, sizeof all[0], compare_once);
  int c = all[0][0] + all[1][0] + all[2][0];
  if (c == 1)
    return 1;
  return 0;
}

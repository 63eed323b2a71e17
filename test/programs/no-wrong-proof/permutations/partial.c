// Only the first two elements are sorted; only these are freed.
// violates: valid-memtrack
// shown by: LeakSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  char *all[3] = {strdup("c"), strdup("a"), strdup("b")};
  qsort(all, 2, sizeof all[0], compare);
  free(all[0]);
  free(all[1]);
  return 0;
}

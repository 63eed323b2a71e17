// The comparison changes the elements: the first one it sees is lost.
// violates: valid-memtrack
// shown by: LeakSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int replace(const void *a, const void *b) {
  int order = strcmp(*(char *const *)a, *(char *const *)b);
  *(char **)a = NULL;
  *(char **)b = NULL;
  return order;
}

int main(void) {
  char *all[2] = {strdup("b"), strdup("a")};
  qsort(all, 2, sizeof all[0], replace);
  free(all[0]);
  free(all[1]);
  return 0;
}

// scandir sorts: the comparison is called, with null where the program has put it.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>

static int *order;

static int compare(const struct dirent **a, const struct dirent **b) {
  (void)a;
  (void)b;
  return *order;
}

int main(void) {
  struct dirent **all;
  int n = scandir("/", &all, NULL, compare);
  if (n < 0)
    return 1;
  for (int i = 0; i < n; i++)
    free(all[i]);
  free(all);
  return 0;
}

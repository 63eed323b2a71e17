// scandir calls the filter for every entry, not only for the first of those it keeps.
// violates: valid-memtrack
// shown by: LeakSanitizer
#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>

static int *block;
static int seen;

static int none(const struct dirent *e) {
  (void)e;
  if (++seen == 2)
    block = NULL;
  return 0;
}

int main(void) {
  struct dirent **all = NULL;
  block = malloc(sizeof *block);
  int n = scandir("/", &all, none, NULL);
  if (n >= 0)
    free(all);
  free(block);
  return 0;
}

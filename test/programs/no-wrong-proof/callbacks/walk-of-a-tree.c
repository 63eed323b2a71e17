// nftw calls the function for every file; from the second on the block has been freed.
// violates: valid-free
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <ftw.h>
#include <stdlib.h>

static int *block;

static int visit(const char *path, const struct stat *s, int type, struct FTW *where) {
  (void)path, (void)s, (void)type, (void)where;
  free(block);
  return 0;
}

int main(void) {
  block = malloc(sizeof *block);
  nftw("/etc", visit, 8, FTW_PHYS);
  return 0;
}

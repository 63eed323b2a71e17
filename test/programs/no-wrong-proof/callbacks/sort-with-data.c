// qsort_r passes the same data to every comparison, which frees it.
// violates: valid-free
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>

struct context {
  char *buffer;
};

static int compare(const void *a, const void *b, void *data) {
  struct context *c = data;
  free(c->buffer);
  return *(const short *)a - *(const short *)b;
}

int main(void) {
  short all[] = {3, 1, 2};
  struct context c = {malloc(1)};
  qsort_r(all, 3, sizeof all[0], compare, &c);
  return 0;
}

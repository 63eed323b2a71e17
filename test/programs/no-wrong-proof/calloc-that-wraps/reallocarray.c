// The product wraps: reallocarray returns null and leaves the old block allocated, which is then lost.
// violates: valid-memtrack
// shown by: LeakSanitizer with ASAN_OPTIONS=allocator_may_return_null=1
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *list = malloc(4 * sizeof *list);
  size_t count = SIZE_MAX / sizeof *list;
  list = reallocarray(list, count + 2, sizeof *list);
  free(list);
  return 0;
}

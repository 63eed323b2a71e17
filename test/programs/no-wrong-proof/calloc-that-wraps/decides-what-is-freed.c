// calloc fails because the product wraps, so that the other block is never released.
// violates: valid-memtrack
// shown by: LeakSanitizer with ASAN_OPTIONS=allocator_may_return_null=1
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *kept = malloc(sizeof *kept);
  for (size_t size = 1; size < 3; size++) {
    char *block = calloc(SIZE_MAX / 2 + 1, size);
    if (!block) {
      kept = NULL;
      break;
    }
    free(block);
  }
  free(kept);
  return 0;
}

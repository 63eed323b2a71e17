// The product of count and size does not fit in size_t: calloc returns null instead of a small block.
// violates: valid-deref
// shown by: AddressSanitizer with ASAN_OPTIONS=allocator_may_return_null=1
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = calloc(SIZE_MAX / 2 + 2, 2);
  p[0] = 1;
  free(p);
  return 0;
}

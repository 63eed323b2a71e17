// posix_memalign refuses an alignment that is no power of two, and leaves the pointer as it was.
// violates: valid-free
// shown by: AddressSanitizer with ASAN_OPTIONS=allocator_may_return_null=1
#include <stdlib.h>

int main(void) {
  void *p = malloc(8), *old = p;
  posix_memalign(&p, 24, 8);
  free(p);
  free(old);
  return 0;
}

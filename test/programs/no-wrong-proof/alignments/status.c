// The status of posix_memalign decides whether the buffer is there.
// violates: valid-deref
// shown by: AddressSanitizer with ASAN_OPTIONS=allocator_may_return_null=1
#include <stdlib.h>

struct page {
  void *bytes;
};

static int get(struct page *p, size_t align) { return posix_memalign(&p->bytes, align, 64); }

int main(void) {
  struct page p = {NULL};
  get(&p, 2);
  *(char *)p.bytes = 1;
  free(p.bytes);
  return 0;
}

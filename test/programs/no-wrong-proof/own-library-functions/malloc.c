// The program has an allocator of its own, which gives null for large sizes.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stddef.h>

static char pool[16];

static void *malloc(size_t size) { return size > sizeof pool ? NULL : pool; }

int main(void) {
  char *p = malloc(32);
  *p = 1;
  return 0;
}

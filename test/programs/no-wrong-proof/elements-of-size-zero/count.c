// A block of n elements of size 0 has no bytes, however large n is.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>
#include <stdlib.h>

struct empty {};

static void *make(size_t n) { return malloc(n * sizeof(struct empty)); }

int main(void) {
  size_t n = (unsigned char)getchar();
  char *p = make(n + 2);
  for (size_t i = 0; i < n + 1; i++)
    p[i] = 0;
  free(p);
  return 0;
}

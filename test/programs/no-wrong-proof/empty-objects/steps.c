// Elements without size: a pointer does not move.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stddef.h>

struct empty {};

int main(void) {
  struct empty a[2];
  struct empty *p = a;
  int *null = NULL;
  while (p != a + 2)
    p++;
  if (p == a)
    return *null;
  return 0;
}

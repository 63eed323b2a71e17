// The address of the sixth element is that of the first.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>

struct empty {};

int main(void) {
  struct empty *first = malloc(6 * sizeof(struct empty));
  struct empty *last = first + 5;
  int *null = NULL;
  int x = last == first ? *null : 0;
  free(first);
  return x;
}

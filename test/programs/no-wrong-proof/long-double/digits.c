// A long double has more digits than a double: the sum is another number.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stddef.h>

int main(void) {
  int *p = NULL;
  long double x = 1.0L;
  long double y = x + 1e-18L;
  if (y != x)
    return *p;
  return 0;
}

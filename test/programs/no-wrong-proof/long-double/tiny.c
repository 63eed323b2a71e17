// What is zero as a double is a small number as a long double.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stddef.h>

int main(void) {
  int *p = NULL;
  if (1e-4000L)
    return *p;
  return 0;
}

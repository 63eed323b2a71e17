// The addresses of two literals are compared as numbers.
// violates: valid-deref
// shown by: C17 6.4.5p7 "It is unspecified whether these arrays are distinct provided their elements have the appropriate values."
#include <stddef.h>
#include <stdint.h>

int main(void) {
  int *p = NULL;
  uintptr_t whole = (uintptr_t) "abc";
  uintptr_t tail = (uintptr_t) "bc";
  if (tail == whole + 1)
    return *p;
  return 0;
}

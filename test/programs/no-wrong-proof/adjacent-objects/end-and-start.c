// An array may begin where another one ends.
// violates: valid-deref
// shown by: C17 6.5.9p6 "Two pointers compare equal if and only if [...] one is a pointer to one past the end of one array object and the other is a pointer to the start of a different array object that happens to immediately follow the first array object in the address space."
#include <stddef.h>

int main(void) {
  int a[4], b[4];
  int *null = NULL;
  if (&a[4] == &b[0])
    return *null;
  return 0;
}

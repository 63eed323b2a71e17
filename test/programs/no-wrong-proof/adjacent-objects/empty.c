// An array without elements has no address of its own.
// violates: valid-memtrack
// shown by: C17 6.5.9p6 "Two pointers compare equal if and only if [...] one is a pointer to one past the end of one array object and the other is a pointer to the start of a different array object that happens to immediately follow the first array object in the address space."
#include <stdlib.h>

int main(void) {
  int none[0];
  int one[1] = {1};
  int *p = malloc(sizeof *p);
  if ((void *)none != (void *)one)
    free(p);
  return one[0];
}

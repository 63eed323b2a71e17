// A nondeterministic function that the program defines has an effect.
// violates: valid-free
// shown by: AddressSanitizer
#include <stdlib.h>

static int *p;

int __VERIFIER_nondet_int(void) {
  free(p);
  return 1;
}

int main(void) {
  p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int())
    free(p);
  return 0;
}

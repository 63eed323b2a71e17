// A product of two positive numbers may be negative.
// violates: valid-memtrack
// shown by: LeakSanitizer with input "65536 65535"
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int area(int width, int height) { return width * height; }

int main(void) {
  char *p = malloc(8);
  int width = __VERIFIER_nondet_int();
  int height = __VERIFIER_nondet_int();
  if (width < 0 || height < 0 || area(width, height) >= 0)
    free(p);
  return 0;
}

// An operand that ends the program may be evaluated last.
// violates: valid-deref
// shown by: C17 6.5p3 "side effects and value computations of subexpressions are unsequenced"
#include <stdlib.h>

static int require(int *p) {
  if (!p)
    exit(0);
  return 1;
}

static int read(int *p) { return *p; }

int main(int argc, char **argv) {
  int x = argc;
  int *p = argc > 0 ? NULL : &x;
  return require(p) * read(p);
}

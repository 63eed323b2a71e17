// The program's own function returns, although the header says that it does not.
// violates: valid-deref
// shown by: C17 6.7.4p8 "A function declared with a _Noreturn function specifier shall not return to its caller."
#include <stdlib.h>

static int x;
static int *p = &x;

void abort(void) { p = NULL; }

int main(void) {
  if (x == 0)
    abort();
  return *p;
}

// A literal may be the end of another one.
// violates: valid-deref
// shown by: C17 6.4.5p7 "It is unspecified whether these arrays are distinct provided their elements have the appropriate values."
#include <stddef.h>

static const char *name(int i) { return i ? "abc" : "xabc"; }

int main(void) {
  int *p = NULL;
  for (int i = 0; i < 2; i++)
    if (name(1) == name(0) + 1)
      return *p;
  return 0;
}

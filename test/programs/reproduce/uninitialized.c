/* A pointer is only set on one path. */
#include <stdlib.h>

int pick(int n) {
  int *p;
  if (n > 3)
    p = &n;
  return *p; // WARN(uninitialized-pointer)
}

/* The other half. */
#include <stdlib.h>

int several_limit = 1000;

char *several_make(int size) {
  if (size < 0)
    return NULL;
  return malloc((unsigned)size + 1);
}

/* Half of a program: the error needs what the other half does. */
#include <stdlib.h>

extern char *several_make(int size);
extern int several_limit;

int several_use(int size) {
  char *p = several_make(size);
  if (!p)
    return -1;
  if (size > several_limit)
    return 1; // WARN(leak)
  free(p);
  return 0;
}

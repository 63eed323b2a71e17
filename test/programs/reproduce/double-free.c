/* Both branches free, for one value of the flag. */
#include <stdlib.h>

void release(char *text, int flags) {
  if (flags & 2)
    free(text);
  if (flags & 4)
    free(text); // WARN(double-free)
}

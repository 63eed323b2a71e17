/* Records that are passed by value, with a pointer and a double. */
#include <stdlib.h>

struct span {
  char *from;
  double weight;
  short length;
};

char *copy_span(struct span s, int mode) {
  char *to = malloc(s.length + 1);
  if (!to)
    return NULL;
  if (mode == 4 && s.weight > 0.5 && s.from[0] == 'x' && s.length == 0)
    return NULL; // WARN(leak)
  return to;
}

/* The second allocation fails, and the first block is lost. */
#include <stdlib.h>

struct pair {
  char *first, *second;
};

int fill(struct pair *out, unsigned n) {
  char *first = malloc(n);
  if (!first)
    return -1;
  out->second = malloc(n);
  if (!out->second)
    return -1; // WARN(leak)
  out->first = first;
  return 0;
}

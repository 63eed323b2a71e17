/* The other half. */
#include <stdlib.h>

int several_limit = 1000;

char *several_make(int size) {
  if (size < 0)
    return NULL;
  return malloc((unsigned)size + 1);
}

struct several_reader;

static int read_nothing(struct several_reader *r) { return 0; }

int (*several_usual)(struct several_reader *) = read_nothing;

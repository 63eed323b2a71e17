// A flag says whether there is an allocation; a merged state has lost this correlation.

#include <stdlib.h>

struct options {
  int all, long_names, sizes, colours;
};

int list(struct options *o, int flags) {
  char *names = NULL, *sizes = NULL;
  if ((flags & 1) && !(names = malloc(80))) exit(1);
  if ((flags & 2) && !(sizes = malloc(80))) exit(1);
  if (flags & 4) o->all = 1;
  if (flags & 8) o->long_names = 1;
  if (flags & 16) o->sizes = 1;
  if (flags & 32) o->colours = 1;
  if (flags & 1) free(names);
  if (flags & 2) free(sizes);
  return 0; // NOWARN
}

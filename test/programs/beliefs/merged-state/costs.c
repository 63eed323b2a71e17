// Of more paths than the analysis distinguishes only one has the error.

#include <stdlib.h>

struct options {
  int all, sizes, colours, sorted;
};

int list(struct options *o, const char *flags) {
  char *names = malloc(80);
  if (!names) return -1;
  *o = (struct options){0};
  if (flags[0] == 'a') o->all = 1;
  if (flags[1] == 's') o->sizes = 1;
  if (flags[2] == 'c') o->colours = 1;
  if (flags[3] == 'o') o->sorted = 1;
  if (o->all && o->sizes && o->colours && o->sorted) return -1; // MISSED(leak): the names are lost
  free(names);
  return 0;
}

// Two options of a program that have nothing to do with each other.
#include <string.h>

int name_length(int argc, char **argv, int verbose) {
  const char *name = 0;
  if (argc > 1) name = argv[1];
  if (verbose) return (int)strlen(name); // MISSED(null-dereference): verbose, and without a name
  return 0;
}

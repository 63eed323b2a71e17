// Only options that take an argument set it, and the result says which option it is.
#include <string.h>

static char *kept;

static int next_option(const char *description, char **argv, char **argument) {
  const char *found = strchr(description, argv[0][1]);
  if (!found) return '?';
  if (found[1] == ':') *argument = kept = strdup(argv[1]);
  return *found;
}

int parse(char **argv) {
  char *argument;
  if (next_option("a:b", argv, &argument) == 'a') return *argument; // NOWARN
  return 0;
}

int parse_or_null(char **argv) {
  char *argument = NULL;
  if (next_option("a:b", argv, &argument) == 'a') return *argument; // NOWARN
  return 0;
}

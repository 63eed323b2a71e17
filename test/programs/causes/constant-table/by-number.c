// A search by index, of a table of pointers; what it finds is kept in a variable.
#include <stdlib.h>
#include <string.h>

static const char *const units[] = {"s", "min", "h", "d", "w", "month", "year", NULL};

static int unit_of(const char *text) {
  int i;
  for (i = 0; units[i]; i++)
    if (strcmp(units[i], text) == 0) return i;
  return -1;
}

int parse(const char *text, char **copy) {
  char *own = strdup(text);
  if (!own) return -1;
  int unit = unit_of(own);
  if (unit < 0) return -1; // WARN(leak)
  *copy = own;
  return unit;
}

int parse_or_free(const char *text, char **copy) {
  char *own = strdup(text);
  if (!own) return -1;
  int unit = unit_of(own);
  if (unit < 0) free(own);
  else *copy = own;
  return unit; // NOWARN
}

// A function that returns a fresh allocation in one case returns one in all cases.

#include <stdlib.h>
#include <string.h>

char *read_name(void); // to be freed

static char *name_of(const char *given) { return given ? strdup(given) : read_name(); }

int length_of_name(void) {
  char *name = name_of(NULL);
  if (!name) return -1;
  return (int)strlen(name); // WARN(leak)
}

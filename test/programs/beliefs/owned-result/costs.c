// A function that returns a fresh allocation in one case returns borrowed memory in another.

#include <stdlib.h>
#include <string.h>

char *default_name(void); // not to be freed

static char *name_of(const char *given) { return given ? strdup(given) : default_name(); }

int default_length(void) {
  char *name = name_of(NULL);
  if (!name) return -1;
  return (int)strlen(name); // FALSE-ALARM(leak): the default name must not be freed
}

/* Removing an element in the middle of a list forgets its name. */
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  char *name;
};

static struct entry *entries;

int add(const char *name) {
  struct entry *e = malloc(sizeof *e);
  if (!e)
    return -1;
  e->name = strdup(name);
  if (!e->name)
    return -1; // WARN(leak)
  e->next = entries;
  entries = e;
  return 0;
}

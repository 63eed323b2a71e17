// The caller does not look at the result, which tells whether the name was found.
#include <stdlib.h>
#include <string.h>

struct entry {
  int key;
  char *name;
};

static int lookup(const struct entry *e, int key, char **name) {
  if (e->key == key) *name = strdup(e->name);
  return e->key;
}

int first(const struct entry *e, int key) {
  char *name;
  lookup(e, key, &name);
  int first = *name; // MISSED(uninitialized-pointer): another key leaves it unset
  free(name);
  return first;
}

// A name is lost if there is no memory for the link that would keep it.

#include <stdlib.h>

struct link {
  struct link *next;
  char *name;
};

static int push(struct link **list, char *name) {
  struct link *e = malloc(sizeof *e);
  if (!e) return 0;
  e->name = name;
  e->next = *list;
  *list = e;
  return 1;
}

int add(struct link **names) {
  char *name = calloc(1, 8);
  if (!name) return -1;
  push(names, name);
  return 0; // MISSED(leak): `push` has not kept the name
}

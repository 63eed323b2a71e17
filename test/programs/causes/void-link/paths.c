// The link is a pointer to anything, as in code that was written before all its types.
#include <stdlib.h>
#include <string.h>

struct path {
  char *name;
  void *next;
};

static struct path *paths;

int add_path(const char *name) {
  struct path *p = malloc(sizeof *p);
  if (!p)
    return -1;
  p->name = strdup(name);
  if (!p->name) {
    free(p);
    return -1;
  }
  p->next = paths;
  paths = p;
  return 0;
}

size_t longest(void) {
  size_t most = 0;
  for (struct path *p = paths; p; p = p->next) // NOWARN
    if (strlen(p->name) > most)
      most = strlen(p->name);
  return most;
}

void forget_paths(void) {
  struct path *p = paths;
  while (1) {
    free(p->name);
    void *next = p->next; // WARN(null-dereference)
    free(p);
    p = next;
  }
}

void right_forget_paths(void) {
  struct path *p = paths;
  while (p) {
    free(p->name);
    void *next = p->next; // NOWARN
    free(p);
    p = next;
  }
  paths = NULL;
}

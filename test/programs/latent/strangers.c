// A library: what is external, or given to unknown code, may be called with anything.

#include <stdlib.h>

void at_event(void (*handler)(int));

int keep(int mode) {
  char *p = malloc(4);
  if (mode > 8)
    return 1; // WARN(leak)
  free(p);
  return 0;
}

static void handle(int mode) {
  char *p = malloc(4);
  if (mode > 8)
    return; // WARN(leak)
  free(p);
}

int plain(void) {
  at_event(handle);
  handle(1);
  return keep(8);
}

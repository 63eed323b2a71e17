// A function that frees only idle connections does not own the others.

#include <stdlib.h>

struct connection {
  int socket, is_idle;
};

static void close_if_idle(struct connection *c) {
  if (c->is_idle) free(c);
}

int probe(int socket, int is_idle) {
  struct connection *c = malloc(sizeof *c);
  if (!c) return -1;
  c->socket = socket;
  c->is_idle = is_idle;
  close_if_idle(c);
  return 0; // MISSED(leak): the connection is lost if it is not idle
}

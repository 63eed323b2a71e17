// One function frees the members and calls another for the record.
#include <stdlib.h>

struct socket {
  char *host, *path;
  int number;
};

static int open_sockets;

static void socket_release(struct socket *s) {
  open_sockets--;
  free(s); // NOWARN
}

void socket_close(struct socket *s) {
  free(s->host);
  free(s->path);
  socket_release(s);
}

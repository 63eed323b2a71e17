// The second stage is also called without the first.
#include <stdlib.h>

struct socket {
  char *host, *path;
  int number;
};

static int open_sockets;

static void socket_release(struct socket *s) {
  open_sockets--;
  free(s); // MISSED(leak): the members of a socket that is reset
}

void socket_close(struct socket *s) {
  free(s->host);
  free(s->path);
  socket_release(s);
}

void socket_reset(struct socket *s) { socket_release(s); }

// Nobody ends a session before its last reference goes.
#include <stdlib.h>

struct session {
  char *user, *home;
  int references;
};

void session_reset(struct session *s) {
  free(s->user);
  free(s->home);
  s->user = s->home = NULL;
}

void session_release(struct session *s) {
  if (--s->references == 0) free(s); // MISSED(leak): what a session has that was never reset
}

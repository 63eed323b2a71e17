// A session loses its last reference without having been ended.
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
  if (--s->references == 0) free(s); // MISSED(leak): the members of a session that was never reset
}

// The members go when the session ends, the record when the last reference goes.
#include <stdlib.h>

struct session {
  char *user, *home;
  int references;
};

void session_end(struct session *s) {
  free(s->user);
  free(s->home);
}

void session_release(struct session *s) {
  if (--s->references == 0) free(s); // NOWARN
}

// The members are freed when the session ends, the record with the last reference.
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

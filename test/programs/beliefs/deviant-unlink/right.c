// One function frees the element that it unlinks, the other loses it.
#include <stdlib.h>

struct job {
  int id;
  struct job *next, **back;
};

struct job *jobs;

static void unlink_job(struct job *j) {
  if (j->next) j->next->back = j->back;
  *j->back = j->next;
}

void finish(int id) {
  for (struct job *j = jobs; j; j = j->next)
    if (j->id == id) {
      unlink_job(j);
      free(j);
      return;
    }
}

void cancel(int id) {
  for (struct job *j = jobs; j; j = j->next)
    if (j->id == id) {
      unlink_job(j);
      return; // WARN(leak)
    }
}

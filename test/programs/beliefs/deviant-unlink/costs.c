// Some jobs are elements of an array and are freed with it.
#include <stdlib.h>

struct job {
  int id;
  struct job *next, **back;
};

struct job *jobs;
struct job *batch; // an array whose jobs have negative numbers

static void unlink_job(struct job *j) {
  if (j->next) j->next->back = j->back;
  *j->back = j->next;
}

void finish(int id) {
  for (struct job *j = jobs; j; j = j->next)
    if (j->id == id && id >= 0) {
      unlink_job(j);
      free(j);
      return;
    }
}

void cancel_in_batch(int id) {
  for (struct job *j = jobs; j; j = j->next)
    if (j->id == id && id < 0) {
      unlink_job(j);
      return; // FALSE-ALARM(leak): the job is in the batch
    }
}

void end_batch(void) { free(batch); }

// The job that is found has no message yet: jobs report once.

#include <stdlib.h>
#include <string.h>

struct job {
  struct job *next;
  char *name, *message;
};

void report_once(struct job *jobs, const char *name, const char *message) {
  for (struct job *j = jobs->next; j; j = j->next)
    if (!strcmp(j->name, name)) {
      j->message = strdup(message); // FALSE-ALARM(leak): it is null
      return;
    }
}

void end(struct job *j) {
  free(j->name);
  free(j->message);
  free(j);
}

// The job that is found has a message already.

#include <stdlib.h>
#include <string.h>

struct job {
  struct job *next;
  char *name, *message;
};

void report(struct job *jobs, const char *name, const char *message) {
  for (struct job *j = jobs->next; j; j = j->next)
    if (!strcmp(j->name, name)) {
      j->message = strdup(message); // WARN(leak)
      return;
    }
}

void end(struct job *j) {
  free(j->name);
  free(j->message);
  free(j);
}

// Two members are freed before they are set, the third is not.
#include <stdlib.h>
#include <string.h>

struct user {
  char *name, *home, *shell;
};

void user_reset(struct user *u, const char *name) {
  free(u->name);
  u->name = strdup(name);
  free(u->home);
  u->home = strdup("/");
  u->shell = strdup("/bin/sh"); // WARN(leak)
}

void user_clear(struct user *u) {
  free(u->name);
  free(u->home);
  free(u->shell);
}

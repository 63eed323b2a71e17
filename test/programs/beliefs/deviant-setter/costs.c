// The third member is null whenever the function is called.
#include <stdlib.h>
#include <string.h>

struct user {
  char *name, *home, *shell;
};

void user_log_in(struct user *u, const char *name) {
  free(u->name);
  u->name = strdup(name);
  free(u->home);
  u->home = strdup("/");
  u->shell = strdup("/bin/sh"); // FALSE-ALARM(leak): a user who is not logged in has no shell
}

void user_log_out(struct user *u) {
  free(u->shell);
  u->shell = NULL;
}

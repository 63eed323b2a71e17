// A function that renames a user frees the old name, so a function that frees the user must do so too.
#include <stdlib.h>

struct user {
  char *name;
  int id;
};

void rename_user(struct user *u, char *name) {
  free(u->name);
  u->name = name;
}

void drop_user(struct user *u) {
  free(u); // WARN(leak)
}

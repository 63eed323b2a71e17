// Who renames a user frees the old name: so must who drops the user.
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

// The names belong to a table; only the function that empties the table frees them through the users.
#include <stdlib.h>

struct user {
  char *name; // in the table, too
  int id;
};

void name_user(struct user *u, char *name) { u->name = name; }

void empty_table(struct user **users, int count) {
  for (int i = 0; i < count; i++) free(users[i]->name);
}

void drop_user(struct user *u) {
  free(u); // FALSE-ALARM(leak): the table still has the name
}

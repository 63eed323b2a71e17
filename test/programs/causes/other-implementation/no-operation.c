// Functions that release the same kind of object, and are called by name: one of them forgets a member.
#include <stdlib.h>
#include <string.h>

struct user {
  char *name, *mail;
};

struct user *make_user(const char *name, const char *mail) {
  struct user *u = malloc(sizeof *u);
  if (!u) return NULL;
  u->name = strdup(name);
  u->mail = strdup(mail);
  return u;
}

static void free_user(struct user *u) {
  free(u->name);
  free(u->mail);
  free(u);
}

static void discard_user(struct user *u) {
  free(u->name);
  free(u); // WARN(leak)
}

static void (*leave)(struct user *);

static void leave_all(struct user *u) { free_user(u); }

void start(void) { leave = leave_all; }

void quit(struct user *u) { leave(u); }

void reject(struct user *u) { discard_user(u); }

// A list of groups, each with a list of members that have a name; freed group by group.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct member {
  char *name;
  struct member *next;
};

struct group {
  struct group *next;
  struct member *members;
};

static struct member *enter(struct member *first) {
  struct member *m = malloc(sizeof(struct member));
  if (!m) exit(1);
  m->name = malloc(8);
  if (!m->name) exit(1);
  strcpy(m->name, "member");
  m->next = first;
  return m;
}

static void release_members(struct member *m) {
  while (m) {
    struct member *next = m->next;
    free(m->name);
    free(m);
    m = next;
  }
}

int main(void) {
  struct group *groups = NULL;
  while (__VERIFIER_nondet_int()) {
    struct group *g = malloc(sizeof *g);
    if (!g) exit(1);
    g->members = NULL;
    while (__VERIFIER_nondet_int()) g->members = enter(g->members);
    g->next = groups;
    groups = g;
  }
  while (groups) {
    struct group *g = groups;
    groups = g->next;
    release_members(g->members);
    free(g);
  }
  return 0;
}

// Lists of groups that own lists of members: records of the same size and layout, which must not be taken for each other.
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct member { char *name; struct member *next; };
struct group { struct group *next; struct member *members; };
int main(void) {
  struct group *groups = NULL;
  while (__VERIFIER_nondet_int()) {
    struct group *g = malloc(sizeof *g);
    g->members = NULL;
    while (__VERIFIER_nondet_int()) {
      struct member *m = malloc(sizeof(struct member));
      m->name = malloc(8);
      m->name[0] = 0;
      m->next = g->members;
      g->members = m;
    }
    g->next = groups;
    groups = g;
  }
  while (groups) {
    struct group *g = groups;
    groups = g->next;
    struct member *m = g->members;
    while (m) { struct member *next = m->next; free(m->name); free(m); m = next; }
    free(g);
  }
  return 0;
}

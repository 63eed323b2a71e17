// The only target of the function pointer requires a parent.
#include <stdlib.h>

struct node {
  struct node *parent;
  int children;
};

static void (*on_new)(struct node *);

static void count(struct node *e) { e->parent->children++; }

void count_children(void) { on_new = count; }

struct node *make_root(void) {
  struct node *e = malloc(sizeof *e);
  if (!e) return NULL;
  e->parent = NULL;
  e->children = 0;
  if (on_new) on_new(e); // MISSED(null-dereference): a root has no parent
  return e;
}

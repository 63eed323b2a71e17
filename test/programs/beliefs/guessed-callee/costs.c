// One of two targets of the function pointer requires a parent.
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *parent;
  int children;
};

static void (*on_new)(struct node *);

static void count(struct node *e) { e->parent->children++; }

static void announce(struct node *e) { printf("%d children\n", e->children); }

void count_children(int is_verbose) { on_new = is_verbose ? announce : count; }

struct node *make_root(void) {
  struct node *e = malloc(sizeof *e);
  if (!e) return NULL;
  e->parent = NULL;
  e->children = 0;
  if (on_new) on_new(e); // MISSED(null-dereference): a root has no parent
  return e;
}

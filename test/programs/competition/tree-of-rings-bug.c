// A binary tree, each node of which owns a circular list; both are taken apart.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct bead {
  struct bead *next;
  int colour;
} bead;

typedef struct tree {
  struct tree *left, *right;
  bead *ring;
} tree;

static void *get(size_t size) {
  void *p = malloc(size);
  if (p == NULL) abort();
  return p;
}

static bead *make_ring(void) {
  bead *last = get(sizeof(bead));
  last->colour = 0;
  last->next = last;
  while (__VERIFIER_nondet_int()) {
    bead *b = get(sizeof(bead));
    b->colour = 1;
    b->next = last->next;
    last->next = b;
  }
  return last;
}

static void drop_ring(bead *ring) {
  bead *b = ring; // the ring starts here
  do {
    bead *gone = b;
    b = b->next;
    free(gone);
  } while (b != ring);
  free(ring); // WARN(double-free)
}

static tree *make_tree(void) {
  if (!__VERIFIER_nondet_int()) return NULL;
  tree *t = get(sizeof(tree));
  t->ring = make_ring();
  t->left = make_tree();
  t->right = make_tree();
  return t;
}

static void drop_tree(tree *t) {
  if (t == NULL) return;
  drop_tree(t->left);
  drop_tree(t->right);
  drop_ring(t->ring);
  free(t);
}

int main(void) {
  tree *t = make_tree();
  drop_tree(t);
  return 0;
}

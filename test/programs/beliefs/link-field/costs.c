// A child of a tree is replaced, and the old one is lost.
#include <stdlib.h>

struct tree {
  struct tree *left, *right;
  int key;
};

void drop_left(struct tree *t) {
  free(t->left);
  t->left = NULL;
}

void replace_left(struct tree *t, struct tree *other) {
  if (t->left && t->left->key < other->key) t->left = other; // MISSED(leak): nothing else points to the old child
}

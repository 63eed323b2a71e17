// A tree with parent pointers: grown at a random leaf, freed from the leaves upwards without a stack.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree { struct tree *parent, *left, *right; int value; };

static struct tree *leaf(struct tree *parent) {
  struct tree *t = malloc(sizeof(struct tree));
  if (!t) abort();
  t->parent = parent;
  t->left = NULL;
  t->right = NULL;
  t->value = 1;
  return t;
}

int main(void) {
  struct tree *root = leaf(NULL);
  while (__VERIFIER_nondet_int()) {
    struct tree *t = root;
    for (;;) {
      if (__VERIFIER_nondet_int()) {
        if (!t->left) { t->left = leaf(t); break; }
        t = t->left;
      } else {
        if (!t->right) { t->right = leaf(t); break; }
        t = t->right;
      }
    }
  }
  struct tree *t = root;
  while (t) {
    if (t->left) { // WARN(use-after-free)
      t = t->left;
    } else if (t->right) {
      t = t->right;
    } else {
      struct tree *up = t->parent;
      if (up && up->left == t) up->left = NULL;
      free(t);
      t = up;
    }
  }
  return 0;
}

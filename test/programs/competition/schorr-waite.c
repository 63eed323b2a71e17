// Deutsch, Schorr and Waite: a tree is walked with reversed links instead of a stack.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct T { struct T *left, *right; };

static struct T *grow(void) {
  struct T *root = malloc(sizeof(*root));
  if (!root) abort();
  root->left = root->right = NULL;
  while (__VERIFIER_nondet_int()) {
    struct T *t = root;
    while (t->left && t->right) t = __VERIFIER_nondet_int() ? t->left : t->right;
    struct T *leaf = malloc(sizeof(*leaf));
    if (!leaf) abort();
    leaf->left = leaf->right = NULL;
    if (t->left == NULL)
      t->left = leaf;
    else
      t->right = leaf;
  }
  return root;
}

static void traverse(struct T *root) {
  struct T sentinel;
  struct T *n = root, *pred = &sentinel, *succ = NULL;
  while (n != &sentinel) {
    succ = n->left;
    n->left = n->right;
    n->right = pred;
    pred = n;
    n = succ;
    if (n == NULL) {
      n = pred;
      pred = NULL;
    }
  }
}

static void cut(struct T *t) {
  if (!t) return;
  cut(t->left);
  cut(t->right);
  free(t);
}

int main(void) {
  struct T *root = grow();
  traverse(root);
  cut(root);
  return 0;
}

// A tree is freed with an explicit stack of the nodes to come.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node { struct node *left, *right; };
struct frame { struct node *node; struct frame *below; };

static struct node *grow(struct node *left, struct node *right) {
  struct node *n = malloc(sizeof(struct node));
  if (!n) exit(1);
  n->left = left;
  n->right = right;
  return n;
}

static struct frame *push(struct frame *stack, struct node *n) {
  if (!n) return stack;
  struct frame *f = malloc(sizeof(struct frame));
  if (!f) exit(1);
  f->node = n;
  f->below = stack;
  return f;
}

int main(void) {
  struct node *tree = NULL;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      tree = grow(tree, NULL);
    else
      tree = grow(grow(NULL, NULL), tree);
  }
  struct frame *stack = push(NULL, tree);
  while (stack) {
    struct frame *f = stack;
    struct node *n = f->node;
    stack = f->below;
    free(f);
    stack = push(stack, n->left);
    free(n);
    stack = push(stack, n->right); // WARN(use-after-free)
  }
  return 0;
}

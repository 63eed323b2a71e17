// Insertion into a red-black tree with parent pointers and rotations; freed recursively.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef enum { RED, BLACK } Colour;
typedef struct Node { struct Node *parent, *left, *right; int key; Colour colour; } Node;

static Node *root;

static void replace(Node *old, Node *new) {
  if (old->parent == NULL)
    root = new;
  else if (old == old->parent->left)
    old->parent->left = new;
  else
    old->parent->right = new;
  if (new != NULL) new->parent = old->parent;
}

static void rotate_left(Node *n) {
  Node *r = n->right;
  replace(n, r);
  n->right = NULL; // WARN(leak)
  r->left = n;
  n->parent = r;
}

static void rotate_right(Node *n) {
  Node *l = n->left;
  replace(n, l);
  n->left = l->right;
  if (l->right != NULL) l->right->parent = n;
  l->right = n;
  n->parent = l;
}

static void balance(Node *n) {
  while (n->parent != NULL && n->parent->colour == RED) {
    Node *p = n->parent, *g = p->parent;
    if (g == NULL) break;
    Node *uncle = p == g->left ? g->right : g->left;
    if (uncle != NULL && uncle->colour == RED) {
      p->colour = uncle->colour = BLACK;
      g->colour = RED;
      n = g;
    } else if (p == g->left) {
      if (n == p->right) { rotate_left(p); n = p; p = n->parent; }
      p->colour = BLACK;
      g->colour = RED;
      rotate_right(g);
    } else {
      if (n == p->left) { rotate_right(p); n = p; p = n->parent; }
      p->colour = BLACK;
      g->colour = RED;
      rotate_left(g);
    }
  }
  root->colour = BLACK;
}

static void insert(int key) {
  Node *n = malloc(sizeof(Node));
  if (n == NULL) return;
  n->key = key;
  n->colour = RED;
  n->left = n->right = n->parent = NULL;
  Node **link = &root, *above = NULL;
  while (*link != NULL) {
    above = *link;
    link = key < above->key ? &above->left : &above->right;
  }
  *link = n;
  n->parent = above;
  balance(n);
}

static void destroy(Node *n) {
  if (n == NULL) return;
  destroy(n->left);
  destroy(n->right);
  free(n);
}

int main(void) {
  while (__VERIFIER_nondet_int()) insert(__VERIFIER_nondet_int());
  destroy(root);
  return 0;
}

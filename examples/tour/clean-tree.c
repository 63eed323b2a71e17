/* A binary search tree that does everything right: insert, look up, remove the smallest, destroy. */

#include <stdlib.h>

struct tree {
  int key;
  struct tree *left, *right;
};

/* 0, or -1 if there is no memory; the tree is unchanged then. */
static int insert(struct tree **root, int key) {
  while (*root != NULL) {
    if ((*root)->key == key)
      return 0;
    root = key < (*root)->key ? &(*root)->left : &(*root)->right;
  }
  struct tree *t = malloc(sizeof *t);
  if (t == NULL)
    return -1;
  *t = (struct tree){.key = key};
  *root = t;
  return 0;
}

static const struct tree *find(const struct tree *root, int key) {
  while (root != NULL && root->key != key)
    root = key < root->key ? root->left : root->right;
  return root;
}

static void remove_smallest(struct tree **root) {
  if (*root == NULL)
    return;
  while ((*root)->left != NULL)
    root = &(*root)->left;
  struct tree *smallest = *root;
  *root = smallest->right;
  free(smallest);
}

static void destroy(struct tree *root) {
  if (root == NULL)
    return;
  destroy(root->left);
  destroy(root->right);
  free(root);
}

int main(void) {
  static const int keys[] = {5, 2, 8, 1, 9, 3};
  struct tree *root = NULL;
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (insert(&root, keys[i]) < 0)
      break;
  remove_smallest(&root);
  int status = find(root, 8) == NULL;
  destroy(root);
  return status;
}

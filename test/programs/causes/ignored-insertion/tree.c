// The node of a tree is allocated by the insertion, which returns it; the key belongs to the node.
#include <stdlib.h>
#include <string.h>
struct node { struct node *left, *right; char *key; };
static struct node *insert(struct node **root, char *key) {
  while (*root) root = strcmp(key, (*root)->key) < 0 ? &(*root)->left : &(*root)->right;
  struct node *n = calloc(1, sizeof *n);
  if (!n) return NULL;
  n->key = key;
  *root = n;
  return n;
}
void add_key(struct node **root, const char *text) {
  char *key = strdup(text);
  if (!key) exit(1);
  insert(root, key);
} // WARN(leak)
struct node *add_key_well(struct node **root, const char *text) {
  char *key = strdup(text);
  if (!key) exit(1);
  struct node *n = insert(root, key);
  if (!n) free(key);
  return n;
}

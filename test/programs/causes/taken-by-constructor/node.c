// Nodes of a tree are made by a library, from their children; keys are copied by it.
#include <stdio.h>
#include <stdlib.h>

struct node;
extern struct node *node_leaf(const char *key) __attribute__((malloc));
extern struct node *node_pair(struct node *left, struct node *right) __attribute__((malloc));
extern void node_free(struct node *);

struct node *make_pair(int n) {
  char key[20];
  snprintf(key, sizeof key, "%d", n);
  struct node *left = node_leaf(key);
  struct node *right = node_leaf("right");
  return node_pair(left, right); // NOWARN
}

struct node *make_key(int n) {
  char *key = malloc(20);
  if (!key)
    return NULL;
  snprintf(key, 20, "%d", n);
  return node_leaf(key); // WARN(leak)
}

int is_odd(int n) {
  struct node *one = node_leaf("one");
  if (n % 2)
    return 1; // WARN(leak)
  node_free(one);
  return 0;
}

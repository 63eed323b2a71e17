// Macros of general use test their argument, also where it is never null.
#include <stddef.h>
#include <stdio.h>

struct mutex;
int lock(struct mutex *);

struct node {
  struct mutex *mutex;
  struct node *left, *right;
  int level, errors;
};

extern struct node *root;

#define LOCK(x) ((x) && (x)->mutex ? lock((x)->mutex) : 0)
#define IS_LEVEL(s, l) ((s) == NULL || (s)->level >= (l))
#define IS_BLACK(n) (!(n) || (n)->level == 0)

int locked(struct node *n) {
  if (LOCK(n) != 0) return -1;
  return n->errors; // NOWARN
}

int level(void) {
  if (IS_LEVEL(root, 7)) return root->errors; // NOWARN
  return 0;
}

int rotate(struct node *n) {
  struct node *brother = n->right;
  if (IS_BLACK(brother)) n->level++;
  return brother->level; // NOWARN
}

int by_hand(struct node *n) {
  if ((n = n->left) == NULL) puts("no child");
  return n->level; // WARN(null-dereference)
}

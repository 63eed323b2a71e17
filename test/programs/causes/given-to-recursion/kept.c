// Recursive functions that do keep what they get: in a tree, in a global, in the result, in a variable that escapes.
#include <stdlib.h>
struct node { struct node *left, *right; int key; };
static void insert(struct node **at, struct node *n) {
  if (!*at) *at = n;
  else insert(n->key < (*at)->key ? &(*at)->left : &(*at)->right, n);
}
void add(struct node **root, int key) {
  struct node *n = calloc(1, sizeof *n);
  if (!n) return;
  n->key = key;
  insert(root, n);
} // NOWARN
static char *last;
static void remember(char *s, int n) {
  if (n > 0) remember(s + 1, n - 1);
  else last = s;
}
void keep(void) {
  char *p = malloc(10);
  if (p) remember(p, 9);
} // NOWARN
static struct node *append(struct node *list, struct node *n) {
  if (!list) return n;
  list->right = append(list->right, n);
  return list;
}
struct node *grow(struct node *list) {
  struct node *n = calloc(1, sizeof *n);
  return n ? append(list, n) : list; // NOWARN
}
struct job { void *data; };
extern void submit(struct job *);
static void send(void *data, int times) {
  struct job j = { 0 };
  struct job *to = &j;
  to->data = data;
  if (times > 0) send(data, times - 1);
  submit(&j);
}
void start(void) {
  void *p = malloc(10);
  if (p) send(p, 3);
} // NOWARN
static void destroy(struct node *n, int depth) {
  if (depth > 0) destroy(n, depth - 1);
  else free(n);
}
void make_and_destroy(void) {
  struct node *n = calloc(1, sizeof *n);
  if (n) destroy(n, 2);
} // NOWARN

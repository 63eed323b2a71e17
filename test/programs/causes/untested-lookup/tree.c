// A search tree. One function tests the first result, and forgets the second.
struct node { struct node *left, *right; long key, weight; };
struct node *find(struct node *root, long key) {
  while (root && root->key != key) root = key < root->key ? root->left : root->right;
  return root;
}
int exchange(struct node *root, long a, long b) {
  struct node *x = find(root, a);
  if (!x) return 0;
  struct node *y = find(root, b);
  long w = x->weight;
  x->weight = y->weight; // WARN(null-dereference)
  y->weight = w;
  return 1;
}
int exchange_well(struct node *root, long a, long b) {
  struct node *x = find(root, a), *y = find(root, b);
  if (!x || !y) return 0;
  long w = x->weight;
  x->weight = y->weight; // NOWARN
  y->weight = w;
  return 1;
}

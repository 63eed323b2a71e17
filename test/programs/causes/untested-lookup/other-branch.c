// The same key is looked up on another path: that says nothing about this one.
struct node { int kind; const char *name; struct node *next; };
struct node *nodes; // set elsewhere
static struct node *node_named(const char *name) {
  for (struct node *n = nodes; n; n = n->next)
    if (n->name == name) return n;
  return 0;
}
int check(const char *name, int kind) {
  struct node *n;
  if (kind == 1) {
    n = node_named(name);
    if (!n) return -1;
  } else {
    n = node_named(name);
    if (n->kind != kind) return -2; // WARN(null-dereference)
  }
  return n->kind;
}
int check_again(const char *name, int kind) {
  struct node *n = node_named(name);
  if (!n) return -1;
  if (kind == 1) return node_named(name)->kind; // NOWARN
  return n->kind;
}
int kind_of(const char *name) {
  struct node *n = node_named(name);
  return n ? n->kind : 0;
}

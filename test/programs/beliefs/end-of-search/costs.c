// The search may find no element.

struct item {
  int key, value;
  struct item *next;
};

int value_of(struct item *first, int key) {
  struct item *e;
  for (e = first; e; e = e->next)
    if (e->key == key) break;
  return e->value; // MISSED(null-dereference): no element has the key
}

// The keys of this caller come from the list itself, so that there is an element for each.
struct item { int key, price; struct item *next; };
extern struct item *items;
static struct item *item_of(int key) {
  for (struct item *i = items; i; i = i->next)
    if (i->key == key) return i;
  return 0;
}
int price_of(int key) {
  struct item *i = item_of(key);
  return i ? i->price : 0;
}
int total(const int *keys, int n) {
  int sum = 0;
  for (int k = 0; k < n; k++) sum += item_of(keys[k])->price; // FALSE-ALARM(null-dereference): keys of the list
  return sum;
}

// The key of this search was taken from the list, so that there is an element.
struct item { int key, price; struct item *next; };
extern struct item *items;
int price_of(int key) {
  for (struct item *i = items; i; i = i->next)
    if (i->key == key) return i->price;
  return 0;
}
int count(void) {
  int n = 0;
  for (struct item *i = items; i; i = i->next) n++;
  return n;
}
int highest(void) {
  int key = 0;
  for (struct item *i = items; i; i = i->next)
    if (i->key > key) key = i->key;
  return key;
}
void raise_highest(void) {
  int key = highest();
  struct item *i = items;
  while (i->key != key) i = i->next; // FALSE-ALARM(null-dereference): an element has the highest key
  i->price++;
}

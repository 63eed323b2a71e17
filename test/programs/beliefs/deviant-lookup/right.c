// Two callers of the lookup test the result, the third forgets it.
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
void set_price(int key, int price) {
  struct item *i = item_of(key);
  if (i) i->price = price;
}
void raise_price(int key) {
  item_of(key)->price++; // WARN(null-dereference)
}

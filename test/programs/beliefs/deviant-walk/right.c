// All loops over a list test for its end, except one: a search for an item, and a loop over orders that nothing ends.
struct item { int key, price; struct item *next; };
extern struct item *items;
int price_of(int key) {
  for (struct item *i = items; i; i = i->next)
    if (i->key == key) return i->price;
  return 0;
}
int count(void) {
  int n = 0;
  for (struct item *i = items; i != 0; i = i->next) n++;
  return n;
}
void clear(void) {
  struct item *next;
  for (struct item *i = items; i; i = next) {
    next = i->next;
    i->price = 0;
  }
}
void set_price(int key, int price) {
  struct item *i = items;
  while (i->key != key) i = i->next; // WARN(null-dereference)
  i->price = price;
}
struct order { int count; struct order *next; };
extern struct order *orders;
int ordered(void) {
  int n = 0;
  for (struct order *o = orders; o; o = o->next) n += o->count;
  return n;
}
void double_all(void) {
  for (struct order *o = orders;; o = o->next) o->count *= 2; // WARN(null-dereference)
}
// A failed allocation is not the end of the list.
struct name { char *text; struct name *next; };
void *malloc(unsigned long);
int is_complete(struct name *all) {
  for (struct name *n = all; n; n = n->next)
    if (!n->text) return 0;
  return 1;
}
int fill(struct name *all) {
  for (struct name *n = all;; n = n->next) { // WARN(null-dereference)
    char *text = malloc(8);
    if (!text) return -1;
    text[0] = 0;
    n->text = text;
  }
}
// A count, the address of another element or the link itself ends the loop before the list does.
int price_at(int n) {
  struct item *i = items;
  while (n-- > 0) i = i->next; // NOWARN
  return i->price;
}
int before(struct item *last) {
  int sum = 0;
  for (struct item *i = items; i != last; i = i->next) sum += i->price; // NOWARN
  return sum;
}
struct item *last(struct item *i) {
  while (i->next) i = i->next; // NOWARN
  return i;
}

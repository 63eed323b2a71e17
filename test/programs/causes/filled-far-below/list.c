// A list of slots, each with the address of a variable; a callee gives the list to unknown code.
#include <stddef.h>

struct slot {
  struct slot *next;
  char **value;
};

void fill_all(struct slot *first);

static void scan(struct slot *first) {
  if (first->next) fill_all(first);
}

int two(void) {
  char *a, *b;
  struct slot second = {NULL, &b};
  struct slot first = {&second, &a};
  scan(&first);
  return *a + *b; // NOWARN
}

int none(void) {
  char *a;
  struct slot only = {NULL, &a};
  scan(&only);
  return *a; // MISSED(uninitialized-pointer): a single slot is not filled, which looks the same to the caller
}

// The comparison that tsearch calls dereferences a null pointer.
// violates: valid-deref
// shown by: AddressSanitizer
#include <search.h>
#include <stdlib.h>

struct key {
  int *value;
};

static int compare(const void *a, const void *b) {
  const struct key *x = a, *y = b;
  return *x->value - *y->value;
}

int main(void) {
  void *root = NULL;
  static int one = 1;
  static struct key first = {&one}, second = {NULL};
  tsearch(&first, &root, compare);
  tsearch(&second, &root, compare);
  return 0;
}

// The caller says that its variable is on the heap.
#include <stdlib.h>

struct error {
  int owned;
  int code;
};

static void drop(struct error *e) {
  int owned = e->owned;
  if (owned) free(e);
}

void use(void) {
  struct error none = {1, 0};
  drop(&none); // MISSED(invalid-free): the number is set
}

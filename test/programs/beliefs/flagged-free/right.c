// The record says whether it is on the heap; nothing here says what it says.
#include <stdlib.h>

struct error {
  int owned;
  int code;
};

extern void prepare(struct error *);

static void drop(struct error *e) {
  int owned = e->owned;
  if (owned) free(e);
}

void use(void) {
  struct error none;
  prepare(&none);
  drop(&none); // NOWARN
}

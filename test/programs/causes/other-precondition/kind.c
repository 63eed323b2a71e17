// The kind of a record says whether it has the member that a callee reads.
#include <stdlib.h>

enum kind { EMPTY, TEXT };

struct value {
  enum kind kind;
  const char *text;
};

static int first(const struct value *v) {
  if (v->kind != TEXT) exit(1);
  return v->text[0];
}

int empty(void) {
  struct value v = {EMPTY, NULL};
  return first(&v); // NOWARN
}

int text(void) {
  struct value v;
  v.kind = TEXT;
  v.text = NULL;
  return first(&v); // WARN(null-dereference)
}

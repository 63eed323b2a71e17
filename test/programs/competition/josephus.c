// Children in a ring are counted out, until one is left.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct child { struct child *right; };

int main(void) {
  struct child *at = malloc(sizeof *at);
  if (!at) return 1;
  at->right = at;
  for (int n = __VERIFIER_nondet_int(); n > 1; n--) {
    struct child *c = malloc(sizeof *c);
    if (!c) abort();
    c->right = at->right;
    at->right = c;
  }
  while (at->right != at) {
    int steps = __VERIFIER_nondet_int() & 3;
    while (steps-- > 0) at = at->right;
    struct child *out = at->right;
    if (out == at) break;
    at->right = out->right;
    free(out);
  }
  free(at);
  return 0;
}

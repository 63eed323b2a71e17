// A constant of a long double is not that of a double.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdlib.h>

struct limits {
  long double low;
  double high;
};

static int isEmpty(const struct limits *l) { return l->low == l->high; }

int main(void) {
  struct limits l = {0.1L, 0.1};
  char *p = malloc(2);
  if (isEmpty(&l))
    free(p);
  return 0;
}

// Compound literals of constant type may be one object.
// violates: valid-deref
// shown by: C17 6.5.2.5p7 "String literals, and compound literals with const-qualified types, need not designate distinct objects."
#include <stddef.h>

struct range {
  const int *first;
  const int *last;
};

int main(void) {
  struct range r = {(const int[]){1, 2}, (const int[]){1, 2}};
  int *p = NULL;
  return r.first == r.last ? *p : r.first[0];
}

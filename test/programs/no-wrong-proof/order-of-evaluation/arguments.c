// One argument sets the pointer that the other one follows.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stddef.h>

static int x;
static int *p;

static int set(void) {
  p = &x;
  return 0;
}

static int get(void) { return *p; }

static int sum(int a, int b) { return a + b; }

int main(void) { return sum(set(), get()); }
